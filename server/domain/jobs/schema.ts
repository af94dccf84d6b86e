import { z } from "zod";
import { JOB_KINDS, JOB_STATES, type JobKind } from "@/db/schema/jobs";
import { Milliseconds } from "@/server/core/moment";
import { CodeGeneration } from "@/server/domain/codes/schema";
import { FileDeletion } from "@/server/domain/contents/schema";
import { EvidencePackInput } from "@/server/domain/evidence/schema";
import { GroupsDeletion } from "@/server/domain/groups/schema";
import { ItemChange } from "@/server/domain/item-changes/schema";

/** The input of each kind of job, as requested and as stored. */
export const JOB_INPUTS = {
  groupDeletion: z.object({ groupId: z.string().describe("Id of the group to delete.") }),
  groupsDeletion: GroupsDeletion,
  replay: z.object({
    hookId: z.string().describe("Id of the webhook."),
    since: Milliseconds.meta({
      description: "Deliveries since this moment are sent again, in milliseconds.",
    }),
  }),
  importCheck: z.object({ importId: z.string().describe("Id of the import to check.") }),
  import: z.object({ importId: z.string().describe("Id of the import to continue.") }),
  itemChange: ItemChange,
  itemChangeUndo: z.object({ jobId: z.string().describe("Id of the job to undo.") }),
  fileDeletion: FileDeletion,
  codeGeneration: CodeGeneration,
  evidencePack: EvidencePackInput,
} satisfies Record<JobKind, z.ZodObject>;

export type JobInput<Kind extends JobKind> = z.output<(typeof JOB_INPUTS)[Kind]>;

const INPUT_OF: Record<JobKind, string> = {
  groupDeletion: "The group to delete.",
  groupsDeletion: "The groups to delete.",
  replay: "The webhook, and the deliveries to send again.",
  importCheck: "The import to check.",
  import: "The import to continue.",
  itemChange: "The items, and their change.",
  itemChangeUndo: "The job whose changes are undone, within 24 hours of its end.",
  fileDeletion: "The files to delete.",
  codeGeneration: "The pattern and the number of the codes, and what their items have in common.",
  evidencePack: "The case, and the language of the report.",
};

const requestOf = <Kind extends JobKind>(kind: Kind) =>
  z.object({
    kind: z.literal(kind).describe("Kind of the job."),
    input: JOB_INPUTS[kind].describe(INPUT_OF[kind]),
  });

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
  .meta({ id: "JobRequest", description: "A request for a job. The input depends on the kind." });

export const JobEnvelope = z
  .object({
    id: z.string().describe("Id of the job."),
    data: z
      .object({
        kind: z.enum(JOB_KINDS).describe("Kind of the job."),
        name: z.string().describe("Name of the object of the job."),
        state: z.enum(JOB_STATES).describe("State of the job. Only `running` changes by itself."),
        done: z.number().describe("Pieces that are done."),
        total: z.number().optional().meta({ description: "All pieces, where their number is known." }),
        result: z
          .record(z.string(), z.unknown())
          .meta({ description: "The outcome so far. Its fields depend on the kind." }),
        error: z
          .object({
            code: z.string().describe("A stable machine word."),
            detail: z.string().describe("The reason, for people."),
          })
          .optional()
          .meta({ description: "The reason of a failed job." }),
        actor: z
          .object({
            type: z.enum(["token", "user"]).describe("What requested the job: a token, or a person."),
            id: z.string().describe("Id of the token or person."),
            name: z.string().describe("Name of the token or person at that time."),
          })
          .describe("Who requested the job."),
        _created: z.number().describe("Request of the job, in milliseconds."),
        _updated: z.number().describe("Last progress, in milliseconds."),
        _ended: z.number().optional().describe("End of the job, in milliseconds."),
      })
      .describe("The fields of the job."),
  })
  .meta({ id: "Job", description: "Work that takes longer than a request." });
