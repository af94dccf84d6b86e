import { z } from "zod";
import type { VerificationInfo } from "@/db/json";
import { atMost } from "./at-most";

const KEY = "A name of yours for the entry, which apps and translations refer to.";

const entryFields = {
  key: z.string().optional().describe(KEY),
  label: z.string().optional().meta({ description: "Label that people see." }),
  value: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description: "Value that people see: a text, or several." }),
  pos: z
    .number()
    .optional()
    .meta({ description: "Entries are sorted by it, ascending; a missing one counts as 0." }),
};

const Visible = z.string().max(40).meta({
  description:
    "`always` (also when absent) and `verified` are given to every caller: apps show `verified` entries after verification, so they are not secret. `producer` is given to the item's producer alone. Other values are treated as `verified`.",
});

const about = (schema: z.ZodType) => schema.description ?? "";

/** An entry as clients send it. Null means absent; `visibility` is an alias of `visible`. */
const VerificationInfoInput = z
  .object({
    key: z.string().nullish().describe(KEY),
    label: entryFields.label.nullable().describe(about(entryFields.label)),
    value: entryFields.value.nullable().describe(about(entryFields.value)),
    pos: entryFields.pos.nullable().describe(about(entryFields.pos)),
    visible: Visible.nullish().describe(about(Visible)),
    visibility: Visible.nullish().describe(
      `Another spelling of \`visible\`, which has precedence. ${about(Visible)}`,
    ),
  })
  .transform(({ visibility, visible, ...entry }): VerificationInfo => {
    const shown = visible ?? visibility;
    return {
      ...(entry.key == null ? {} : { key: entry.key }),
      ...(entry.label == null ? {} : { label: entry.label }),
      ...(entry.value == null ? {} : { value: entry.value }),
      ...(shown == null ? {} : { visible: shown }),
      ...(entry.pos == null ? {} : { pos: entry.pos }),
    };
  });

const MAX_INFOS = 1_000;

export const VerificationInfosInput = atMost(MAX_INFOS, z.array(VerificationInfoInput));

/** An entry in item, group and event bodies. */
export const VerificationInfoShape = z
  .object({ ...entryFields, visible: Visible.optional() })
  .meta({ id: "VerificationInfo", description: "One labelled value that people see of an item." });

/** An entry in scan-related responses, where the specification spells `visible` as `visibility`. */
export const ScannedVerificationInfoShape = z
  .object({ ...entryFields, visibility: Visible.optional() })
  .meta({
    id: "ScannedVerificationInfo",
    description: "One labelled value that people see of an item, in answers about scans.",
  });

/** Converts an entry to the spelling of scan-related responses. */
export const scannedVerificationInfo = ({ key, label, value, pos, visible }: VerificationInfo) => ({
  key,
  label,
  value,
  pos,
  visibility: visible,
});

/** Compares by `pos`, ascending; a missing `pos` counts as 0. */
export const byPos = (a: VerificationInfo, b: VerificationInfo) => (a.pos ?? 0) - (b.pos ?? 0);
