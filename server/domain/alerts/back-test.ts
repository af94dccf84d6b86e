import { type Ctx, callingProducer } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { measure, thresholdOf } from "./evaluate";
import { readHistory } from "./history";
import { floorTo, type Incident, incidents, readWindow, STEP_MS } from "./incidents";
import { refuseForeignGroup } from "./read-rule";
import type { Trial } from "./schema";

const BACK_TEST_DAYS = 30;

/** The result of a back-test, hour by hour. Times are in milliseconds. */
export interface BackTest {
  from: number;
  until: number;
  /** The value compared with the threshold at the end of each hour; null below the minimum of scans. */
  levels: (number | null)[];
  threshold: number;
  incidents: Incident[];
  /** Whether there are so many scans that some incidents are exact only to the hour. */
  isRough: boolean;
}

/**
 * Finds the incidents that a rule of the caller would have opened in the last 30 days.
 * @throws 404 or 403 for a group that is not the caller's
 */
export async function backTest(
  ctx: Ctx,
  trial: Trial,
  { until = Date.now(), days = BACK_TEST_DAYS } = {},
): Promise<BackTest> {
  const { producerId } = callingProducer(ctx);
  await refuseForeignGroup(ctx, trial.condition);
  const end = floorTo(STEP_MS, until);
  const span = { after: floorTo(HOUR_MS, end) - days * DAY_MS, until: end };
  const history = await readHistory(ctx, producerId, trial, span);
  const levels: (number | null)[] = [];
  for (let hour = span.after; hour < span.until; hour += HOUR_MS)
    levels.push(measure(trial.condition, readWindow(trial, history, hour), history.daysOf).level);
  return {
    from: span.after,
    until: span.until,
    levels,
    threshold: thresholdOf(trial.condition),
    incidents: await incidents(trial, history, span, []),
    isRough: history.isRough(),
  };
}
