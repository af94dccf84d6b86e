import { type DemoCodes, type PublicDemo, readPublicDemo } from "@/server/domain/public-demo/read";
import { inTime } from "@/server/http/in-time";
import { callerNetwork } from "@/server/platform/caller-network";
import { hasPublicDemo } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { connectionOfNetwork } from "@/server/runtime/runtime";

export type { DemoCodes, PublicDemo };

/** The public demo as pages show it; undefined where the service has none. */
export const shownDemo = async (): Promise<PublicDemo | undefined> =>
  hasPublicDemo ? inTime(readPublicDemo({ db: connectionOfNetwork(callerNetwork()) })) : undefined;

/** The public demo as the landing page offers it: the page does without it where it cannot be read. */
export const offeredDemo = (): Promise<PublicDemo | undefined> =>
  shownDemo().catch((err: unknown) => {
    log.warn({ err }, "the demo could not be read");
    return undefined;
  });
