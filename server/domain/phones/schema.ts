import { z } from "zod";
import { hasAtMost } from "@/server/domain/shared/characters";

/** Body of Check Phone Support: facts about the device. The facts that rules use are typed, all others are free-form. */
export const Phone = z
  .object({
    os: z
      .string()
      .max(100)
      .meta({ description: "Operating system, such as `ios` or `android`.", example: "ios" }),
    deviceInfo: z
      .looseObject({
        isPhysicalDevice: z.boolean().optional().describe("`false` for emulators."),
        model: z.string().optional().describe("Model of the device."),
        systemVersion: z.string().optional().describe("Version of iOS."),
        utsname: z
          .looseObject({
            machine: z.string().optional().describe("Model of the hardware, such as `iPhone15,2`."),
          })
          .optional()
          .describe("Facts of the kernel, on iOS."),
        version: z
          .looseObject({ release: z.string().optional().describe("Version of Android.") })
          .optional()
          .describe("Facts of the system, on Android."),
      })
      .describe("All facts that the device tells of itself. Unknown ones are ignored."),
  })
  .meta({ id: "Phone", description: "A phone." });

export type Phone = z.output<typeof Phone>;

/** The name of an operating system as devices send it, in lower case since case is ignored. */
const Os = z
  .string()
  .trim()
  .toLowerCase()
  .refine((os) => os !== "" && hasAtMost(100, os), "must have 1 to 100 characters")
  .refine((os) => !/\p{Cc}/u.test(os), "must be one line of text");

const MAX_MODELS = 500;

const Model = z
  .string()
  .trim()
  .refine((model) => model !== "" && hasAtMost(100, model), "must have 1 to 100 characters")
  .refine((model) => !/\p{Cc}/u.test(model), "must be one line of text");

/** The rule of an operating system. */
export const PhoneRuleFields = z.object({
  os: Os,
  minimumVersion: z
    .string()
    .trim()
    .max(40)
    .regex(/^\d{1,9}(\.\d{1,9})*$/, "must be numbers with dots between them"),
  physicalOnly: z.boolean(),
  /** Compared with the values that devices send, case-sensitively. */
  unsupportedModels: z
    .array(Model)
    .max(MAX_MODELS)
    .transform((models) => [...new Set(models)]),
});
export type PhoneRuleFields = z.output<typeof PhoneRuleFields>;
