import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import classes from "./live-mark.module.css";
import type { StreamState } from "./scan-stream";

/** State of the live feed, in words. */
export function LiveMark({ state, paused = false }: { state: StreamState; paused?: boolean }) {
  const t = useTranslations("common.live");
  const said = paused && state === "live" ? "paused" : state;
  return (
    <span className={classes.mark} data-state={said} role="status">
      {said === "lost" ? (
        <IconPlugConnectedX size={16} aria-hidden />
      ) : (
        <span className={classes.dot} aria-hidden />
      )}
      <span className={said === "lost" ? classes.lost : undefined}>{t(said)}</span>
    </span>
  );
}
