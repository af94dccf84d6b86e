import { actsRouter } from "./acts";
import { contentsRouter } from "./contents";
import { deliveriesRouter } from "./deliveries";
import { groupsRouter } from "./groups";
import { hooksRouter } from "./hooks";
import { router } from "./init";
import { itemsRouter } from "./items";
import { allMapRouter, mapRouter } from "./map";
import { membersRouter } from "./members";
import { overviewRouter } from "./overview";
import { peopleRouter } from "./people";
import { producersRouter } from "./producers";
import { scansRouter } from "./scans";
import { searchRouter } from "./search";
import { setUpRouter } from "./set-up";
import { sightingsRouter } from "./sightings";
import { allStatsRouter, statsRouter } from "./stats";
import { tokensRouter } from "./tokens";

/** All calls of the dashboard, by noun. */
export const appRouter = router({
  acts: actsRouter,
  allMap: allMapRouter,
  allStats: allStatsRouter,
  contents: contentsRouter,
  deliveries: deliveriesRouter,
  groups: groupsRouter,
  hooks: hooksRouter,
  items: itemsRouter,
  map: mapRouter,
  members: membersRouter,
  overview: overviewRouter,
  people: peopleRouter,
  producers: producersRouter,
  scans: scansRouter,
  search: searchRouter,
  setUp: setUpRouter,
  sightings: sightingsRouter,
  stats: statsRouter,
  tokens: tokensRouter,
});

export type AppRouter = typeof appRouter;
