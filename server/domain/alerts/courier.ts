import type { QuietHours } from "@/db/quiet-hours";
import type { LoopName } from "@/db/schema/loop-states";
import type { Ctx } from "@/server/core/ctx";
import type { Recipient } from "./claim-notices";
import type { ToldAlerts } from "./told-alerts";

/** Where and when a recipient is told. */
export interface Destination {
  quietHours: QuietHours | null;
  /** Sends one message. Returns why it failed; undefined where it arrived. */
  send(told: ToldAlerts): Promise<string | undefined>;
}

/** How the recipients of a kind are told. */
export interface Courier {
  loop: LoopName;
  of: Recipient["of"];
  /** False where the service lacks what it takes. */
  isPossible: boolean;
  /** Recipients that are told at the same time. */
  atOnce: number;
  /** Undefined for a recipient that is no longer told. */
  find(data: Pick<Ctx, "db">, recipient: Recipient): Promise<Destination | undefined>;
}
