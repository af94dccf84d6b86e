import { router } from "./init";
import { actsRouter } from "./routers/acts";
import { adminRouter } from "./routers/admin";
import { alertsRouter } from "./routers/alerts";
import { contentsRouter } from "./routers/contents";
import { deliveriesRouter } from "./routers/deliveries";
import { groupsRouter } from "./routers/groups";
import { hooksRouter } from "./routers/hooks";
import { itemsRouter } from "./routers/items";
import { allMapRouter, mapRouter } from "./routers/map";
import { membersRouter } from "./routers/members";
import { overviewRouter } from "./routers/overview";
import { peopleRouter } from "./routers/people";
import { privacyRouter } from "./routers/privacy";
import { producersRouter } from "./routers/producers";
import { scansRouter } from "./routers/scans";
import { searchRouter } from "./routers/search";
import { setUpRouter } from "./routers/set-up";
import { sightingsRouter } from "./routers/sightings";
import { allStatsRouter, statsRouter } from "./routers/stats";
import { suspicionsRouter } from "./routers/suspicions";
import { tokensRouter } from "./routers/tokens";

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
