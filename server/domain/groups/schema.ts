import { z } from "zod";
import { MAX_SELECTED } from "@/server/core/max-selected";
import { Milliseconds } from "@/server/core/moment";
import { Fragment } from "@/server/data/text-search";
import { atMost } from "@/server/domain/shared/at-most";
import { Describable } from "@/server/domain/shared/describable";
import { FreeForm } from "@/server/domain/shared/json";
import { VerificationInfoShape } from "@/server/domain/shared/verification-info";

/** Body of Create Group and of its update. Every field is optional. */
export const GroupInput = Describable.extend({}).meta({
  id: "GroupInput",
  description: "A new group, or a change of one. In a change, omitted fields stay as they are, null clears.",
});

/** The filter of lists of groups. */
export const GroupFilter = z.object({
  search: Fragment.optional().describe("A part of the title, or the beginning of the id."),
  createdBefore: Milliseconds.optional().describe("Created before this moment, in milliseconds."),
});
export type GroupFilter = z.output<typeof GroupFilter>;

/** Input of a job that deletes groups: by their ids, or all that match a filter when the deletion is requested. */
export const GroupsDeletion = z.object({
  selection: z
    .union([
      z.strictObject({
        ids: atMost(MAX_SELECTED, z.array(z.uuid()).min(1)).describe("Ids of the groups, at most 1,000."),
      }),
      // Strict: an unknown filter must not select everything.
      z.strictObject({
        filter: z
          .strictObject(GroupFilter.shape)
          .describe("All groups that match when the job is requested."),
      }),
    ])
    .describe("The groups to delete."),
});
export type GroupsDeletion = z.output<typeof GroupsDeletion>;

export const GroupEnvelope = z
  .object({
    id: z.string().describe("Id of the group."),
    data: z
      .object({
        title: z.string().optional().describe("Title that people see."),
        image: z.string().optional().describe("Path, url or id of the image."),
        data: FreeForm.describe("The free-form keys and values."),
        verificationinfos: z.array(VerificationInfoShape).describe("Labelled values that people see."),
        _created: z
          .number()
          .optional()
          .describe("Creation, in milliseconds; hidden from callers other than the producer."),
        _updated: z
          .number()
          .optional()
          .describe("Last change, in milliseconds; hidden from callers other than the producer."),
        _owner: z
          .string()
          .optional()
          .describe("Id of the producer; hidden from callers other than the producer."),
      })
      .describe("The fields of the group."),
  })
  .meta({ id: "Group", description: "A group." });
