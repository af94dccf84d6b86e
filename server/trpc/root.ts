import { actsRouter } from "./acts";
import { adminRouter } from "./admin";
import { alertsRouter } from "./alerts";
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
import { privacyRouter } from "./privacy";
import { producersRouter } from "./producers";
import { scansRouter } from "./scans";
import { searchRouter } from "./search";
import { setUpRouter } from "./set-up";
import { sightingsRouter } from "./sightings";
import { allStatsRouter, statsRouter } from "./stats";
import { suspicionsRouter } from "./suspicions";
import { tokensRouter } from "./tokens";

/** All calls of the dashboard, by noun. */
export const appRouter = router({
  acts: actsRouter,
  alerts: alertsRouter,
  admin: adminRouter,
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
  privacy: privacyRouter,
  producers: producersRouter,
  scans: scansRouter,
  search: searchRouter,
  setUp: setUpRouter,
  sightings: sightingsRouter,
  suspicions: suspicionsRouter,
  stats: statsRouter,
  tokens: tokensRouter,
});

export type AppRouter = typeof appRouter;
