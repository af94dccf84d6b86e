import { createEnv } from "@t3-oss/env-core";
import { z } from "zod";
import { refuseNetworks } from "./networks";
import { refuseAllow } from "./outbound-allow";

/** A check that says why a text is refused. */
const refused =
  (reason: (text: string) => string | undefined) =>
  (text: string, check: z.RefinementCtx<string>): void => {
    const message = reason(text);
    if (message !== undefined) check.addIssue({ code: "custom", message });
  };

const onOff = (fallback: "on" | "off") => z.enum(["on", "off"]).default(fallback);

/** The configuration, read and checked once. Every variable is in the README's table. */
export const env = createEnv({
  server: {
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().optional(),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\/[^/]/, "an address such as postgres://user:password@host:5432/database")
      .optional(),
    DATA_DIR: z.string().default("./.data"),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_REGION: z.string().default("us-east-1"),
    S3_PREFIX: z.string().default(""),
    IMAGE_CACHE_MB: z.coerce.number().int().min(16).default(1024),
    PUBLIC_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    SECRET_KEY: z.string().min(32, "at least 32 characters").optional(),
    SECRET_KEY_OTHERS: z
      .string()
      .default("")
      .transform((list) => list.split(",").filter((key) => key !== ""))
      .pipe(z.array(z.string().min(32, "at least 32 characters each"))),
    TRUSTED_PROXIES: z.string().default("").superRefine(refused(refuseNetworks)),
    RATE_LIMITS: onOff("on"),
    DATABASE_SHARES: onOff("on"),
    HOOK_TIME_SCALE: z.coerce.number().positive().max(1000).default(1),
    BACKGROUND_SECRET: z.string().min(32, "at least 32 characters").optional(),
    HOOK_ALLOW: z.string().default("").superRefine(refused(refuseAllow)),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    ENVIRONMENT: z.string().default("production"),
    MAP_TILE_URL: z
      .string()
      .regex(/^https?:\/\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/, "an address with {z}, {x} and {y}")
      .optional(),
    MAP_TILE_ATTRIBUTION: z.string().default(""),
    MAP_TILE_MAXZOOM: z.coerce.number().int().min(0).max(24).default(19),
    ADMIN_EMAIL: z.email("an e-mail address").optional(),
    ADMIN_PASSWORD: z.string().optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]*$/, "an address such as Assay <assay@example.com>")
      .optional(),
    OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().default("single sign-on"),
  },
  createFinalSchema: (shape) =>
    z.object(shape).superRefine((values, check) => {
      const together = (...names: (keyof typeof values)[]) => {
        const missing = names.filter((name) => values[name] === undefined);
        if (missing.length === names.length) return;
        for (const name of missing)
          check.addIssue({
            code: "custom",
            path: [name],
            message: `is needed with ${names.filter((other) => other !== name).join(" and ")}`,
          });
      };
      if (values.SECRET_KEY_OTHERS.length > 0 && values.SECRET_KEY === undefined)
        check.addIssue({ code: "custom", path: ["SECRET_KEY"], message: "is needed with SECRET_KEY_OTHERS" });
      together("ADMIN_EMAIL", "ADMIN_PASSWORD");
      together("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET");
    }),
  runtimeEnv: process.env,
  emptyStringAsUndefined: true,
  onValidationError: (issues) => {
    const faults = issues.map((issue) => `${issue.path?.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not valid: ${faults.join("; ")}`);
  },
});

/** The address that answers name, without a slash at the end; never taken from a request. */
export const publicBaseUrl = (env.PUBLIC_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");

/** Who becomes the first admin, where that is configured. */
export const firstAdmin =
  env.ADMIN_EMAIL && env.ADMIN_PASSWORD
    ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
    : undefined;
