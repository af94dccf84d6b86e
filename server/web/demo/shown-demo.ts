import { type DemoCodes, type PublicDemo, readPublicDemo } from "@/server/domain/public-demo/read";
import { inTime } from "@/server/http/in-time";
import { callerNetwork } from "@/server/platform/caller-network";
import { hasPublicDemo } from "@/server/platform/env";
import { connectionOfNetwork } from "@/server/runtime/runtime";

export type { DemoCodes, PublicDemo };

/** The public demo as pages show it; undefined where the service has none. */
export const shownDemo = async (): Promise<PublicDemo | undefined> =>
  hasPublicDemo ? inTime(readPublicDemo({ db: connectionOfNetwork(callerNetwork()) })) : undefined;
