import { z } from "zod";

/** Body of Check Phone Support: as many facts of the device as possible; those that decide are typed, the rest is free. */
export const Phone = z
  .object({
    os: z.string().max(100).meta({ example: "ios" }),
    deviceInfo: z.looseObject({
      isPhysicalDevice: z.boolean().optional(),
      model: z.string().optional(),
      systemVersion: z.string().optional(),
      utsname: z.looseObject({ machine: z.string().optional() }).optional(),
      version: z.looseObject({ release: z.string().optional() }).optional(),
    }),
  })
  .meta({ id: "Phone" });

export type Phone = z.output<typeof Phone>;
