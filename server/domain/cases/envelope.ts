import { z } from "zod";
import type { ShownCase } from "@/db/schema/events";
import { publicBaseUrl } from "@/server/platform/env";
import { STATES } from "./schema";

const moment = (what: string) => z.number().describe(`${what}, in milliseconds.`);

/** A case as webhooks show it, without its texts. */
export const CaseEnvelope = z
  .object({
    id: z.string().describe("Id of the case."),
    data: z
      .object({
        number: z.number().describe("Number among the cases of the producer."),
        title: z.string().describe("Title."),
        state: z.enum(STATES).describe("What was decided so far."),
        change: z
          .string()
          .describe(
            "What caused the event: `opened`, `changed`, `moved`, `linked`, `unlinked`, `noted`, `personAdded`, `personChanged`, `personRemoved`, `packMade` or `packDownloaded`. Later versions may have further ones.",
          ),
        owner: z
          .object({ id: z.string().describe("Id of the person."), name: z.string().describe("Name.") })
          .nullable()
          .describe("The member who is responsible; null for none."),
        due: z.string().nullable().describe("The day by which something has to be done, as YYYY-MM-DD."),
        tags: z.array(z.string().describe("A tag.")).describe("The tags, sorted."),
        opened: moment("When the case was opened"),
        updated: moment("When it was changed"),
        decided: z
          .number()
          .nullable()
          .describe("When it was confirmed or dismissed, in milliseconds; null until then."),
        closed: z.number().nullable().describe("When it was closed, in milliseconds; null until then."),
        link: z.string().describe("Page of the case in the dashboard."),
      })
      .describe("The fields of the case."),
  })
  .describe("A case of the producer: an investigation.");

/** A case as `{id, data}`. */
export const caseEnvelope = (found: ShownCase, producerId: string): z.input<typeof CaseEnvelope> => {
  const { id, number, title, state, change, ownerId, ownerName, dueOn, tags } = found;
  return {
    id,
    data: {
      number,
      title,
      state,
      change,
      owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? "" },
      due: dueOn,
      tags,
      opened: found.createdAt.getTime(),
      updated: found.updatedAt.getTime(),
      decided: found.decidedAt?.getTime() ?? null,
      closed: found.closedAt?.getTime() ?? null,
      link: `${publicBaseUrl}/p/${producerId}/cases/${id}`,
    },
  };
};
