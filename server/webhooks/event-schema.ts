import { z } from "zod";
import { AlertEnvelope } from "@/server/domain/alerts/envelope";
import { AuditEventEnvelope } from "@/server/domain/audit-log/schema";
import { CaseEnvelope } from "@/server/domain/cases/envelope";
import { ContentEnvelope } from "@/server/domain/contents/schema";
import { GroupEnvelope } from "@/server/domain/groups/schema";
import { ItemEnvelope } from "@/server/domain/items/schema";
import { ScanEnvelope } from "@/server/domain/scans/schema";
import type { EventName } from "@/server/events/catalogue";
import { ENTITIES } from "./body";
import { HookEnvelope } from "./hooks/schema";

const GroupOrNone = z
  .union([GroupEnvelope, z.strictObject({})])
  .meta({ description: "The group of the item, an empty object where it is in none." });

const Producer = z.object({
  id: z.string().meta({ description: "Id of the producer." }),
  data: z
    .object({ name: z.string().meta({ description: "Name of the producer." }) })
    .meta({ description: "What is said of the producer." }),
});

/** The entities of bodies, except the group of an event of groups. */
const SHAPES = {
  content: ContentEnvelope.meta({ description: "The file, as it was at the time of the event." }),
  identifier: ItemEnvelope.meta({ description: "The item, as it was at the time of the event." }),
  group: GroupOrNone,
  scan: ScanEnvelope.meta({ description: "The scan, as it was recorded." }),
  item: ItemEnvelope.meta({ description: "The scanned item, as it was at the time of the event." }),
  alert: AlertEnvelope.meta({ description: "The alert, as it was at the time of the event." }),
  case: CaseEnvelope.meta({ description: "The case, as it was after the change." }),
  auditEvent: AuditEventEnvelope.meta({ description: "The entry of the audit log." }),
};

const shapeOf = (type: EventName, entity: keyof typeof SHAPES) =>
  entity === "group" && type.startsWith("group")
    ? GroupEnvelope.meta({ description: "The group, as it was at the time of the event." })
    : SHAPES[entity];

/** The schema of the body that webhooks receive for an event. */
export const eventBodySchema = (type: EventName): z.ZodObject =>
  z
    .object({
      event: z
        .object({ type: z.literal(type).meta({ description: "Name of the event." }) })
        .meta({ description: "The event." }),
      producer: Producer.meta({ description: "The producer that the event belongs to." }),
      hook: HookEnvelope.meta({ description: "The webhook that is called, without its secret." }),
      ...Object.fromEntries(ENTITIES[type].map((entity) => [entity, shapeOf(type, entity)])),
    })
    .meta({ description: `Body of the event \`${type}\`.` });
