import { NavigationRoute, type PrecacheEntry, Serwist } from "serwist";

/** The files of the app with their hashes, written by the build (`server/cli/inspector.mjs`). */
declare const PRECACHED: PrecacheEntry[];

const serwist = new Serwist({
  precacheEntries: PRECACHED,
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: true,
  clientsClaim: true,
  disableDevLogs: true,
});

// Every page of the app is one document, and no page of the dashboard is kept.
serwist.registerRoute(
  new NavigationRoute(serwist.createHandlerBoundToUrl("/inspect"), { allowlist: [/^\/inspect(\/|$|\?)/] }),
);

serwist.addEventListeners();
