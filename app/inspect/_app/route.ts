import { useSyncExternalStore } from "react";

/** A page of the app. */
export type Route =
  | { page: "choose" }
  | { page: "start" | "scan" | "settings"; producer: string }
  | { page: "form"; producer: string; code: string }
  | { page: "result"; producer: string; key: string };

const CHANGED = "assay-route";

export const pathTo = {
  choose: () => "/inspect",
  start: (producer: string) => `/inspect/${producer}`,
  scan: (producer: string) => `/inspect/${producer}/scan`,
  settings: (producer: string) => `/inspect/${producer}/settings`,
  form: (producer: string, code: string) => `/inspect/${producer}/new?code=${encodeURIComponent(code)}`,
  result: (producer: string, key: string) => `/inspect/${producer}/result/${key}`,
};

/** The page of an address. */
export function routeOf(address: URL): Route {
  const [, , producer, page, key] = address.pathname.split("/");
  if (!producer) return { page: "choose" };
  if (page === "scan" || page === "settings") return { page, producer };
  if (page === "new") return { page: "form", producer, code: address.searchParams.get("code") ?? "" };
  if (page === "result" && key) return { page: "result", producer, key };
  return { page: "start", producer };
}

/** Opens a page; `replace` leaves no step back. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) window.history.replaceState(null, "", path);
  else window.history.pushState(null, "", path);
  window.dispatchEvent(new Event(CHANGED));
  window.scrollTo(0, 0);
}

const subscribe = (listener: () => void) => {
  window.addEventListener("popstate", listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener("popstate", listener);
    window.removeEventListener(CHANGED, listener);
  };
};

/** The shown page. */
export const useRoute = (): Route =>
  routeOf(new URL(useSyncExternalStore(subscribe, () => window.location.href)));
