import { z } from "zod";
import type { JsonValue } from "@/db/json";

const Json = z.custom<JsonValue>().meta({ override: {}, description: "Any JSON value" });

export const HistoryEntryEnvelope = z
  .object({
    id: z.string(),
    data: z.object({
      identifier: z.string(),
      action: z.enum(["created", "modified", "invalidated", "addedToGroup", "deletedFromGroup", "deleted"]),
      timestamp: z.number().meta({ description: "Milliseconds" }),
      actor: z.object({ type: z.enum(["token", "user", "system"]), id: z.string(), name: z.string() }),
      changes: z.array(
        z.object({
          path: z.string().meta({ description: "JSON pointer into the item's data" }),
          from: Json.optional(),
          to: Json.optional(),
        }),
      ),
      requestId: z.string(),
    }),
  })
  .meta({ id: "HistoryEntry", description: "One thing that happened to an item" });
