import { z } from "zod";
import type { ShownAlert } from "@/db/schema/events";
import { linkOfAlert } from "./told-alerts";

const Kind = z
  .string()
  .describe(
    "`fakeRate`, `unknownIdentifiers`, `newCountry`, `impossibleTravel` or `stolenItem`. Later versions may have further kinds.",
  );

const Condition = z
  .object({
    kind: Kind,
    windowHours: z.number().describe("The whole hours before the current one that count."),
    percent: z.number().optional().describe("`fakeRate`: more than this share of fakes, in percent."),
    minimumScans: z.number().optional().describe("`fakeRate`: among at least this number of scans."),
    of: z
      .union([
        z.object({ country: z.string().describe("Two letters of ISO 3166-1.") }),
        z.object({ group: z.string().describe("Id of the group.") }),
      ])
      .nullish()
      .describe("`fakeRate`: the country or the group that the rule is limited to; null for all scans."),
    sightings: z.number().optional().describe("`unknownIdentifiers`: more than this number of scans."),
    quietDays: z.number().optional().describe("`newCountry`: the days for which the country had no scan."),
    scans: z
      .number()
      .optional()
      .describe("`newCountry`, `impossibleTravel`, `stolenItem`: at least this number of scans."),
  })
  .describe("The condition of the rule when the alert opened.");

const Figures = z
  .object({
    kind: Kind,
    scans: z
      .number()
      .optional()
      .describe("`fakeRate`, `impossibleTravel`, `stolenItem`: the number of scans."),
    fakes: z.number().optional().describe("`fakeRate`: the fakes among them."),
    sightings: z.number().optional().describe("`unknownIdentifiers`: the number of scans."),
    countries: z
      .array(
        z.object({
          country: z.string().describe("Two letters of ISO 3166-1."),
          scans: z.number().describe("The number of its scans."),
        }),
      )
      .optional()
      .describe("`newCountry`: the countries."),
  })
  .describe("The figures that met the condition.");

/** An alert as webhooks show it. */
export const AlertEnvelope = z
  .object({
    id: z.string().describe("Id of the alert."),
    data: z
      .object({
        rule: z
          .object({
            id: z.string().describe("Id of the rule."),
            name: z.string().describe("Name of the rule when the alert opened."),
          })
          .describe("The rule that opened the alert."),
        condition: Condition,
        figures: Figures,
        from: z.number().describe("Start of the hours that the figures cover, in milliseconds."),
        before: z.number().describe("End of these hours, in milliseconds."),
        opened: z.number().describe("When the condition was met, in milliseconds."),
        state: z
          .enum(["open", "acknowledged", "confirmed", "falseAlarm"])
          .describe("What the members have found so far."),
        link: z.string().describe("Page of the alert in the dashboard."),
      })
      .describe("The fields of the alert."),
  })
  .describe("An incident that an alert rule opened.");

/** An alert as `{id, data}`. */
export const alertEnvelope = (
  { id, ruleId, ruleName, condition, evidence, openedAt, state }: ShownAlert,
  producerId: string,
): z.input<typeof AlertEnvelope> => ({
  id,
  data: {
    rule: { id: ruleId, name: ruleName },
    condition,
    figures: evidence.figures,
    from: evidence.from,
    before: evidence.before,
    opened: openedAt.getTime(),
    state,
    link: linkOfAlert(producerId, id),
  },
});
