import { z } from "zod";
import type { CHANNEL_KINDS } from "@/db/schema/alert-channels";
import { Name } from "@/server/domain/shared/name";
import { QuietHours } from "@/server/domain/shared/quiet-hours";

export { QuietHours };

/** Repeats the values of the table, so that browsers do not load the table. */
export const KINDS = ["slack", "teams"] as const satisfies typeof CHANNEL_KINDS;

/** Per producer: each alert is sent to each of them. */
export const MAX_CHANNELS = 20;
/** At most as many as a producer has rules. */
const MAX_RULES = 50;
const MAX_URL_CHARACTERS = 2000;

const fields = {
  name: Name,
  locale: z.enum(["en", "de"]),
  /** The rules whose alerts it receives; null for those of all, also of later ones. */
  ruleIds: z.array(z.guid()).max(MAX_RULES).nullable(),
  isOn: z.boolean(),
  quietHours: QuietHours.nullable(),
};

/** The address that the chat program gave. The server also checks where it leads. */
const Address = z.string().trim().min(1).max(MAX_URL_CHARACTERS);

export const NewAlertChannel = z.strictObject({ ...fields, kind: z.enum(KINDS), url: Address });
export type NewAlertChannel = z.output<typeof NewAlertChannel>;

/** The kind stays; the URL too where none is given. */
export const ChangedAlertChannel = z.strictObject({ ...fields, url: Address.optional() });
export type ChangedAlertChannel = z.output<typeof ChangedAlertChannel>;
