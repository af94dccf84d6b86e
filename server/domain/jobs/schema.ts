import { z } from "zod";
import { JOB_KINDS, JOB_STATES, type JobKind } from "@/db/schema/jobs";
import { Milliseconds } from "@/server/core/moment";
import { CodeGeneration } from "@/server/domain/codes/schema";
import { FileDeletion } from "@/server/domain/contents/schema";
import { GroupsDeletion } from "@/server/domain/groups/schema";
import { ItemChange } from "@/server/domain/item-changes/schema";

/** The input of each kind of job, as requested and as stored. */
export const JOB_INPUTS = {
  groupDeletion: z.object({ groupId: z.string() }),
  groupsDeletion: GroupsDeletion,
  replay: z.object({
    hookId: z.string(),
    since: Milliseconds.meta({ description: "Deliveries since this moment, in milliseconds" }),
  }),
  importCheck: z.object({ importId: z.string() }),
  import: z.object({ importId: z.string() }),
  itemChange: ItemChange,
  itemChangeUndo: z.object({ jobId: z.string() }),
  fileDeletion: FileDeletion,
  codeGeneration: CodeGeneration,
} satisfies Record<JobKind, z.ZodObject>;

export type JobInput<Kind extends JobKind> = z.output<(typeof JOB_INPUTS)[Kind]>;

const requestOf = <Kind extends JobKind>(kind: Kind) =>
  z.object({ kind: z.literal(kind), input: JOB_INPUTS[kind] });

/** A request for a job of any kind. */
export const JobRequest = z
  .discriminatedUnion("kind", [
    requestOf("groupDeletion"),
    requestOf("groupsDeletion"),
    requestOf("replay"),
    requestOf("importCheck"),
    requestOf("import"),
    requestOf("itemChange"),
    requestOf("itemChangeUndo"),
    requestOf("fileDeletion"),
    requestOf("codeGeneration"),
  ])
  .meta({ id: "JobRequest" });

export const JobEnvelope = z
  .object({
    id: z.string(),
    data: z.object({
      kind: z.enum(JOB_KINDS),
      name: z.string().meta({ description: "The name of the object" }),
      state: z.enum(JOB_STATES),
      done: z.number().meta({ description: "Pieces that are done" }),
      total: z.number().optional().meta({ description: "All pieces, where their number is known" }),
      result: z.record(z.string(), z.unknown()).meta({ description: "The outcome so far" }),
      error: z
        .object({ code: z.string(), detail: z.string() })
        .optional()
        .meta({ description: "Why the job failed" }),
      actor: z.object({ type: z.enum(["token", "user"]), id: z.string(), name: z.string() }),
      _created: z.number(),
      _updated: z.number(),
      _ended: z.number().optional(),
    }),
  })
  .meta({ id: "Job", description: "Work that takes longer than a request" });
