import { z } from "zod";
import type { AUDIT_EVENT_KINDS } from "@/db/schema/audit-events";
import { AnyJson } from "@/server/domain/shared/json";

/** The kinds of targets of a producer. Repeats the values of the table, so that browsers do not load the table. */
export const KINDS = [
  "token",
  "member",
  "hook",
  "group",
  "content",
  "job",
  "codeBatch",
  "labels",
  "alertRule",
  "case",
  "codePattern",
  "unregisteredCode",
  "alertChannel",
  "savedView",
  "producer",
  "look",
  "personalData",
  "ownership",
] as const satisfies readonly (typeof AUDIT_EVENT_KINDS)[number][];

/** An id of the service. */
const Guid = z.guid();

/** The filter of the audit log: a kind of target, or one target by its id. */
export const AuditFilter = z.object({ kind: z.enum(KINDS).optional(), target: Guid.optional() });
export type AuditFilter = z.output<typeof AuditFilter>;

/** The filter for audit events of the service as a whole: a kind of target. */
export const ServiceAuditFilter = z.object({ kind: z.enum(["phoneRule", "person"]) });
export type ServiceAuditFilter = z.output<typeof ServiceAuditFilter>;

/** An audit event as the API and webhooks show it. */
export const AuditEventEnvelope = z
  .object({
    id: z.string().describe("Id of the event. An event that comes twice has the same id and timestamp."),
    data: z
      .object({
        action: z.string().meta({
          description: "What was done, such as `tokenCreated`. Later versions have further actions.",
        }),
        timestamp: z.number().describe("When, in milliseconds."),
        requestId: z
          .string()
          .describe("Request that did it, as its `x-request-id`; the request log finds it by this id."),
        actor: z
          .object({
            type: z
              .enum(["token", "user", "system"])
              .describe("What acted: a token, a person, or the service."),
            id: z.string().describe("Id of the token or person."),
            name: z.string().describe("Name of the token or person at that time."),
          })
          .describe("Who did it."),
        target: z
          .object({
            kind: z.string().describe("What kind of thing it is, such as `token` or `member`."),
            id: z.string().describe("Id of the thing."),
            name: z.string().optional().describe("Its name at that time; absent where it has none."),
          })
          .describe("To what."),
        changes: z
          .array(
            z.object({
              path: z.string().describe("JSON pointer into the target, such as `/name`."),
              from: AnyJson.optional().describe(
                "The value before; absent where there was none, or a long one.",
              ),
              to: AnyJson.optional().describe("The value after; absent where there is none, or a long one."),
            }),
          )
          .describe("The changed values. Of long ones only the path."),
      })
      .describe("The fields of the event."),
  })
  .meta({ id: "AuditEvent", description: "One entry of the audit log: who did what, when, to what." });
