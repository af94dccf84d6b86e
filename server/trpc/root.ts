import { groupsRouter } from "./groups";
import { hooksRouter } from "./hooks";
import { router } from "./init";
import { itemsRouter } from "./items";
import { scansRouter } from "./scans";
import { searchRouter } from "./search";
import { tokensRouter } from "./tokens";

/** All calls of the dashboard, by noun. */
export const appRouter = router({
  groups: groupsRouter,
  hooks: hooksRouter,
  items: itemsRouter,
  scans: scansRouter,
  search: searchRouter,
  tokens: tokensRouter,
});

export type AppRouter = typeof appRouter;
