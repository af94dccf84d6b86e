import { z } from "zod";
import { GroupEnvelope } from "@/server/domain/groups/schema";
import { hasAtMost } from "@/server/domain/shared/characters";
import { Describable } from "@/server/domain/shared/describable";
import { FreeForm } from "@/server/domain/shared/json";
import { VerificationInfoShape } from "@/server/domain/shared/verification-info";

/** Length of the longest identifier, in code points. */
export const MAX_CHARACTERS = 200;

/** An item's own id: the specification's `identifier`; its form is decision 0004. */
export const Identifier = z
  .string()
  .refine(
    (text) => text !== "" && hasAtMost(MAX_CHARACTERS, text),
    `must have 1 to ${MAX_CHARACTERS} characters`,
  )
  .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters")
  .refine((text) => text === text.trim(), "must not begin or end with a space")
  .refine((text) => text !== "." && text !== "..", "must not be . or ..")
  .meta({ description: "Identifier of the item, unique over the service", example: "4006381333931" });

/** Body of Create Item. Fields that the service sets are ignored. */
export const NewItem = Describable.extend({ identifier: Identifier }).meta({ id: "NewItem" });
export type NewItem = z.output<typeof NewItem>;

/** Body of an update: omitted fields are kept, null clears, arrays and `data` are replaced whole (decision 0004). */
export const ItemUpdate = Describable.extend({}).meta({ id: "ItemUpdate" });

const itemFields = {
  identifier: z.string(),
  title: z.string().optional(),
  image: z.string().optional().meta({ description: "Hidden from non-producers" }),
  data: FreeForm,
  verificationinfos: z.array(VerificationInfoShape),
  invalidated: z.boolean().optional().meta({ description: "true once the item is invalidated" }),
  _group: z.string().optional().meta({ description: "Id of the item's group" }),
  _created: z.number().optional().meta({ description: "Milliseconds; hidden from non-producers" }),
  _updated: z.number().optional().meta({ description: "Milliseconds; hidden from non-producers" }),
  _producer: z.string().optional().meta({ description: "Hidden from non-producers" }),
  _scans: z.number().optional().meta({ description: "Hidden from non-producers" }),
  _fakes: z.number().optional().meta({ description: "Hidden from non-producers" }),
};

export const ItemEnvelope = z
  .object({ id: z.string(), data: z.object(itemFields) })
  .meta({ id: "Item", description: "An item" });

/** Get Item: the merged item, or with `merged=false` the item and its group separately. */
export const ItemOrParts = z
  .object({
    id: z.string(),
    data: z.object(itemFields),
    group: z
      .union([GroupEnvelope, z.strictObject({})])
      .optional()
      .meta({ description: "With merged=false: the group, or an empty object" }),
  })
  .meta({ id: "ItemOrParts" });
