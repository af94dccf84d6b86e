import { z } from "zod";
import type { VerificationInfo } from "@/db/json";
import { atMost } from "./at-most";

const entryFields = {
  key: z.string().optional(),
  label: z.string().optional().meta({ description: "Display label" }),
  value: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description: "Display value" }),
  pos: z.number().optional().meta({ description: "Ordering position; a missing one counts as 0" }),
};

const Visible = z.string().max(40).meta({
  description:
    "`always` (also when absent) and `verified` are given to every caller: apps show `verified` entries after verification, so they are not secret. `producer` is given to the item's producer alone. Other values are treated as `verified`",
});

/** An entry as clients send it. Null means absent; `visibility` is an alias of `visible`. */
const VerificationInfoInput = z
  .object({
    key: entryFields.key.nullable(),
    label: entryFields.label.nullable(),
    value: entryFields.value.nullable(),
    pos: entryFields.pos.nullable(),
    visible: Visible.nullish(),
    visibility: Visible.nullish(),
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
  .meta({ id: "VerificationInfo" });

/** An entry in scan-related responses, where the specification spells `visible` as `visibility`. */
export const ScannedVerificationInfoShape = z
  .object({ ...entryFields, visibility: Visible.optional() })
  .meta({ id: "ScannedVerificationInfo" });

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
