import { router } from "./init";
import { adminRouter } from "./routers/admin";
import { alertChannelsRouter } from "./routers/alert-channels";
import { alertsRouter } from "./routers/alerts";
import { auditEventsRouter } from "./routers/audit-events";
import { casesRouter } from "./routers/cases";
import { codePatternsRouter } from "./routers/code-patterns";
import { codesRouter } from "./routers/codes";
import { contentsRouter } from "./routers/contents";
import { deliveriesRouter } from "./routers/deliveries";
import { exportsRouter } from "./routers/exports";
import { factorsRouter } from "./routers/factors";
import { groupsRouter } from "./routers/groups";
import { hooksRouter } from "./routers/hooks";
import { importsRouter } from "./routers/imports";
import { inspectionsRouter } from "./routers/inspections";
import { itemsRouter } from "./routers/items";
import { jobsRouter } from "./routers/jobs";
import { labelsRouter } from "./routers/labels";
import { allMapRouter, mapRouter } from "./routers/map";
import { membersRouter } from "./routers/members";
import { overviewRouter } from "./routers/overview";
import { ownershipRouter } from "./routers/ownership";
import { peopleRouter } from "./routers/people";
import { privacyRouter } from "./routers/privacy";
import { producersRouter } from "./routers/producers";
import { reportsRouter } from "./routers/reports";
import { requestLogRouter } from "./routers/request-log";
import { sandboxRouter } from "./routers/sandbox";
import { scansRouter } from "./routers/scans";
import { searchRouter } from "./routers/search";
import { setUpRouter } from "./routers/set-up";
import { sightingsRouter } from "./routers/sightings";
import { allStatsRouter, statsRouter } from "./routers/stats";
import { tokensRouter } from "./routers/tokens";
import { viewsRouter } from "./routers/views";

/** All procedures of the dashboard, by noun. */
export const appRouter = router({
  auditEvents: auditEventsRouter,
  alertChannels: alertChannelsRouter,
  alerts: alertsRouter,
  cases: casesRouter,
  admin: adminRouter,
  allMap: allMapRouter,
  allStats: allStatsRouter,
  codePatterns: codePatternsRouter,
  codes: codesRouter,
  contents: contentsRouter,
  deliveries: deliveriesRouter,
  exports: exportsRouter,
  factors: factorsRouter,
  groups: groupsRouter,
  hooks: hooksRouter,
  imports: importsRouter,
  inspections: inspectionsRouter,
  items: itemsRouter,
  jobs: jobsRouter,
  labels: labelsRouter,
  map: mapRouter,
  members: membersRouter,
  overview: overviewRouter,
  ownership: ownershipRouter,
  people: peopleRouter,
  privacy: privacyRouter,
  producers: producersRouter,
  sandbox: sandboxRouter,
  scans: scansRouter,
  search: searchRouter,
  setUp: setUpRouter,
  sightings: sightingsRouter,
  reports: reportsRouter,
  requestLog: requestLogRouter,
  stats: statsRouter,
  tokens: tokensRouter,
  views: viewsRouter,
});

export type AppRouter = typeof appRouter;
