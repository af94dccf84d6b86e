import { z } from "zod";
import { MAX_SELECTED } from "@/server/core/max-selected";
import { Milliseconds } from "@/server/core/moment";
import { Fragment } from "@/server/data/text-search";
import { atMost } from "@/server/domain/shared/at-most";
import { Describable } from "@/server/domain/shared/describable";
import { FreeForm } from "@/server/domain/shared/json";
import { VerificationInfoShape } from "@/server/domain/shared/verification-info";

/** Body of Create Group and of its update. Every field is optional. */
export const GroupInput = Describable.extend({}).meta({ id: "GroupInput" });

/** The filter of lists of groups. */
export const GroupFilter = z.object({ search: Fragment.optional(), createdBefore: Milliseconds.optional() });
export type GroupFilter = z.output<typeof GroupFilter>;

/** Input of a job that deletes groups: by their ids, or all that match a filter when the deletion is requested. */
export const GroupsDeletion = z.object({
  selection: z.union([
    z.strictObject({ ids: atMost(MAX_SELECTED, z.array(z.uuid()).min(1)) }),
    // Strict: an unknown filter must not select everything.
    z.strictObject({ filter: z.strictObject(GroupFilter.shape) }),
  ]),
});
export type GroupsDeletion = z.output<typeof GroupsDeletion>;

export const GroupEnvelope = z
  .object({
    id: z.string(),
    data: z.object({
      title: z.string().optional(),
      image: z.string().optional(),
      data: FreeForm,
      verificationinfos: z.array(VerificationInfoShape),
      _created: z.number().optional().meta({ description: "Milliseconds" }),
      _updated: z.number().optional().meta({ description: "Milliseconds" }),
      _owner: z.string().optional(),
    }),
  })
  .meta({ id: "Group", description: "A group" });
