import type { QuietHours } from "@/db/quiet-hours";
import type { LoopName } from "@/db/schema/loop-states";
import type { Ctx } from "@/server/core/ctx";
import type { Recipient } from "./claim-notices";
import type { ToldAlerts } from "./told-alerts";

/** Where and when a recipient receives messages. */
export interface Destination {
  quietHours: QuietHours | null;
  /** Sends one message. Returns why it failed; undefined where it arrived. */
  send(told: ToldAlerts): Promise<string | undefined>;
}

/** How messages reach the recipients of a kind. */
export interface Courier {
  loop: LoopName;
  of: Recipient["of"];
  /** False where the service lacks what it takes. */
  isPossible: boolean;
  /** Recipients that receive messages at the same time. */
  atOnce: number;
  /** Undefined for a recipient that no longer receives messages. */
  find(data: Pick<Ctx, "db">, recipient: Recipient): Promise<Destination | undefined>;
}
