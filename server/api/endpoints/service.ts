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
  summary: "Tell what is running; usable as a ping",
  input: {},
  response: z
    .object({
      service: z.string(),
      timestamp: z.iso.datetime(),
      environment: z.string(),
      build: z.object({ time: z.string(), branch: z.string(), hash: z.string() }),
      version: z.string(),
    })
    .meta({ id: "ServiceInfo" }),
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
  summary: "Tell whether a phone can scan",
  input: { body: Phone },
  response: z.object({ supported: z.boolean() }).meta({ id: "PhoneSupport" }),
  errors: ["invalid", "tooManyRequests"],
  admit: (_ctx, _path, { address }) => limit("phone checks from this address", address),
  handle: async (ctx, { body }) => ({ supported: await checkPhoneSupport(ctx, body) }),
});
