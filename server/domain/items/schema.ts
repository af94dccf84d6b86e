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
  .meta({
    description: "Content of the item's code, unique over the service: 1 to 200 characters.",
    example: "4006381333931",
  });

/** Body of Create Item. Fields that the service sets are ignored. */
export const NewItem = Describable.extend({ identifier: Identifier }).meta({
  id: "NewItem",
  description: "A new item. Only `identifier` is required.",
});
export type NewItem = z.output<typeof NewItem>;

/** Body of an update: omitted fields are kept, null clears, arrays and `data` are replaced whole (decision 0004). */
export const ItemUpdate = Describable.extend({}).meta({
  id: "ItemUpdate",
  description: "A change of an item. Omitted fields stay as they are, null clears.",
});

const itemFields = {
  identifier: z.string().describe("Content of the item's code."),
  title: z.string().optional().describe("Title that people see."),
  image: z
    .string()
    .optional()
    .meta({ description: "Path, url or id of the image; hidden from callers other than the producer." }),
  data: FreeForm.describe("The free-form keys and values."),
  verificationinfos: z.array(VerificationInfoShape).describe("Labelled values that people see."),
  invalidated: z
    .boolean()
    .optional()
    .meta({ description: "`true` once the item is invalidated, which is final." }),
  _group: z.string().optional().meta({ description: "Id of the item's group, where it is in one." }),
  _created: z
    .number()
    .optional()
    .meta({ description: "Creation, in milliseconds; hidden from callers other than the producer." }),
  _updated: z
    .number()
    .optional()
    .meta({ description: "Last change, in milliseconds; hidden from callers other than the producer." }),
  _producer: z
    .string()
    .optional()
    .meta({ description: "Id of the producer; hidden from callers other than the producer." }),
  _scans: z
    .number()
    .optional()
    .meta({ description: "Number of scans; hidden from callers other than the producer." }),
  _fakes: z
    .number()
    .optional()
    .meta({ description: "Number of scans as fake; hidden from callers other than the producer." }),
};

export const ItemEnvelope = z
  .object({
    id: z.string().describe("Identifier of the item."),
    data: z.object(itemFields).describe("The fields of the item."),
  })
  .meta({ id: "Item", description: "An item." });

/** Get Item: the merged item, or with `merged=false` the item and its group separately. */
export const ItemOrParts = z
  .object({
    id: z.string().describe("Identifier of the item."),
    data: z.object(itemFields).describe("The fields of the merged item, or of the item alone."),
    group: z
      .union([GroupEnvelope, z.strictObject({})])
      .optional()
      .meta({
        description: "With `merged=false`: the group of the item, an empty object where it is in none.",
      }),
  })
  .meta({ id: "ItemOrParts", description: "An item merged with its group, or apart from it." });
