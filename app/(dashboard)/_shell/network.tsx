"use client";

import { IconWifiOff } from "@tabler/icons-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { startNavigation, whenNavigating } from "@/app/ui/navigation-start";
import classes from "./network.module.css";

/** After this time the page has failed and shows its own error. */
const NAVIGATION_TIMEOUT_MS = 20_000;

const subscribe = (watcher: () => void) => {
  window.addEventListener("online", watcher);
  window.addEventListener("offline", watcher);
  return () => {
    window.removeEventListener("online", watcher);
    window.removeEventListener("offline", watcher);
  };
};

const useIsOffline = () =>
  useSyncExternalStore(
    subscribe,
    () => !window.navigator.onLine,
    () => false,
  );

/** Whether a click follows a link to another dashboard page in this window. */
function leadsToPage(event: MouseEvent): boolean {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  if ((link.target !== "" && link.target !== "_self") || link.download !== "") return false;
  const { origin, pathname, search } = new URL(link.href);
  const here = window.location;
  return origin === here.origin && (pathname !== here.pathname || search !== here.search);
}

/** Shows the progress of a navigation and an offline notice. Offline, links do nothing and the page stays. */
export function Network() {
  const t = useTranslations("shell.network");
  const isOffline = useIsOffline();
  const place = `${usePathname()}?${useSearchParams()}`;
  const [leaving, setLeaving] = useState<string>();
  const isLoading = leaving === place && !isOffline;

  useEffect(() => {
    const off = new AbortController();
    const { signal } = off;
    const stay = (event: MouseEvent) => {
      if (window.navigator.onLine || !leadsToPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Capture phase: runs before the router's own listener.
    window.addEventListener("click", stay, { capture: true, signal });
    // Bubble phase: runs after the leave guard.
    window.addEventListener("click", (event) => leadsToPage(event) && startNavigation(), { signal });
    return () => off.abort();
  }, []);

  useEffect(() => {
    let giveUp: ReturnType<typeof setTimeout> | undefined;
    const stop = whenNavigating(() => {
      setLeaving(place);
      clearTimeout(giveUp);
      giveUp = setTimeout(() => setLeaving(undefined), NAVIGATION_TIMEOUT_MS);
    });
    return () => {
      stop();
      clearTimeout(giveUp);
    };
  }, [place]);

  return (
    <>
      {isLoading && <div className={classes.bar} role="progressbar" aria-label={t("loading")} />}
      <div role="status" className={classes.place}>
        {isOffline && (
          <p className={classes.offline}>
            <IconWifiOff size={17} aria-hidden /> {t("offline")}
          </p>
        )}
      </div>
    </>
  );
}
