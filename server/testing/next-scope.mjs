import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";

// Next makes it global before its modules load.
globalThis.AsyncLocalStorage ??= AsyncLocalStorage;
const require = createRequire(import.meta.url);
const { workAsyncStorage } = require("next/dist/server/app-render/work-async-storage.external");
const { workUnitAsyncStorage } = require("next/dist/server/app-render/work-unit-async-storage.external");
const { HeadersAdapter } = require("next/dist/server/web/spec-extension/adapters/headers");
const { RequestCookies } = require("next/dist/server/web/spec-extension/cookies");

/**
 * Runs work in the scope that `headers()` and `cookies()` of `next/headers` need, as Next does around a route handler.
 * @template T
 * @param {Headers} headers
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const inRequestScope = (headers, work) =>
  workAsyncStorage.run({ route: "/test" }, () =>
    workUnitAsyncStorage.run(
      {
        type: "request",
        phase: "render",
        headers: HeadersAdapter.seal(headers),
        cookies: new RequestCookies(headers),
      },
      work,
    ),
  );
