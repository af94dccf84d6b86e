import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { checkPhoneSupport } from "@/server/domain/phones/check-support";
import { Phone } from "@/server/domain/phones/schema";
import { limit } from "@/server/http/limits";
import { buildInfo, VERSION } from "@/server/platform/build-info";
import { env } from "@/server/platform/env";

export const getServiceInfoEndpoint = endpoint({
  method: "GET",
  path: "",
  auth: "none",
  tag: "Common",
  summary: "Get service info",
  description: "Answers without touching the database, so it also serves as a ping.",
  input: {},
  example: {},
  response: z
    .object({
      service: z.string().describe("Name of the service."),
      timestamp: z.iso.datetime().describe("Time of the answer."),
      environment: z.string().describe("Environment, as its operators name it."),
      build: z
        .object({
          time: z.string().describe("Time of the build."),
          branch: z.string().describe("Branch of the sources."),
          hash: z.string().describe("Commit of the sources."),
        })
        .describe("The running build."),
      version: z.string().describe("Version of the service."),
    })
    .meta({ id: "ServiceInfo", description: "What is running." }),
  errors: [],
  handle: async () => ({
    service: "Assay",
    timestamp: new Date().toISOString(),
    environment: env.ENVIRONMENT,
    build: buildInfo(),
    version: VERSION,
  }),
});

export const checkPhoneSupportEndpoint = endpoint({
  method: "POST",
  path: "/checkPhoneSupport",
  auth: "none",
  tag: "Common",
  summary: "Check phone support",
  description:
    "Compares the phone with the rules that admins of the service keep: operating system, version, model. Send all facts that the phone tells; unknown ones are ignored. An unknown operating system is not supported.",
  input: { body: Phone },
  example: {
    body: {
      os: "ios",
      deviceInfo: {
        isPhysicalDevice: true,
        model: "iPhone",
        systemName: "iOS",
        systemVersion: "17.5.1",
        utsname: { machine: "iPhone15,2" },
      },
    },
  },
  response: z
    .object({ supported: z.boolean().describe("Whether apps can scan with the phone.") })
    .meta({ id: "PhoneSupport", description: "Whether a phone is supported." }),
  errors: [],
  admit: (_ctx, _path, { address }) => limit("phone checks from this address", address),
  handle: async (ctx, { body }) => ({ supported: await checkPhoneSupport(ctx, body) }),
});
