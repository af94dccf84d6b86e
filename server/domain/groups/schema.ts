import { z } from "zod";
import { Describable } from "@/server/domain/shared/describable";
import { FreeForm } from "@/server/domain/shared/json";
import { VerificationInfoShape } from "@/server/domain/shared/verification-info";

/** Body of Create Group and of its update. Every field is optional. */
export const GroupInput = Describable.extend({}).meta({ id: "GroupInput" });

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
