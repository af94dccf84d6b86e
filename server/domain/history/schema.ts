import { z } from "zod";
import { AnyJson } from "@/server/domain/shared/json";

export const HistoryEntryEnvelope = z
  .object({
    id: z.string().describe("Id of the entry."),
    data: z
      .object({
        identifier: z.string().describe("Identifier of the item."),
        action: z
          .enum(["created", "modified", "invalidated", "addedToGroup", "deletedFromGroup", "deleted"])
          .describe("What happened to the item."),
        timestamp: z.number().meta({ description: "Time of the change, in milliseconds." }),
        actor: z
          .object({
            type: z
              .enum(["token", "user", "system"])
              .describe("What made the change: a token, a person, or the service."),
            id: z.string().describe("Id of the token or person."),
            name: z.string().describe("Name of the token or person at that time."),
          })
          .describe("Who made the change."),
        changes: z
          .array(
            z.object({
              path: z.string().meta({
                description: "JSON pointer into the item's data, such as `/title` or `/data/color`.",
              }),
              from: AnyJson.optional().describe("The value before; absent where there was none."),
              to: AnyJson.optional().describe("The value after; absent where it was removed."),
            }),
          )
          .describe("The changed parts of the item."),
        requestId: z.string().describe("Id of the request that made the change."),
      })
      .describe("The fields of the entry."),
  })
  .meta({ id: "HistoryEntry", description: "One change of an item." });
