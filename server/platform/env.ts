import { createEnv } from "@t3-oss/env-core";
import { z } from "zod";
import { minConnections, sizeOf, thisMachine } from "./instance-size";
import { refuseNetworks } from "./networks";
import { refuseAllow } from "./outbound-allow";

/** A check that reports the reason for a refusal. */
const refused =
  (reason: (text: string) => string | undefined) =>
  (text: string, check: z.RefinementCtx<string>): void => {
    const message = reason(text);
    if (message !== undefined) check.addIssue({ code: "custom", message });
  };

const ON_OFF: Record<string, string> = { "1": "on", "0": "off" };
const onOffOrUnset = () =>
  z.preprocess(
    (text) => (typeof text === "string" ? (ON_OFF[text] ?? text) : text),
    z.enum(["on", "off"], 'must be "on" or "off"').optional(),
  );
const onOff = (fallback: "on" | "off") => onOffOrUnset().transform((state) => state ?? fallback);
const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const SHARE_RULE = "must be a number from 0 to 1";

const wholeNumber = (min: number, max = Number.POSITIVE_INFINITY) => {
  const rule = `must be a whole number ${max === Number.POSITIVE_INFINITY ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return z.coerce.number(rule).refine((n) => Number.isInteger(n) && n >= min && n <= max, rule);
};

const address = (example: string, protocol: RegExp) =>
  z.url({ protocol, error: `must be an address such as ${example}` });
const WEB = /^https?$/;

const databaseUrl = () =>
  z
    .string()
    .regex(
      /^postgres(ql)?:\/\/[^/]/,
      "must be an address such as postgres://user:password@host:5432/database",
    );

const MAX_WORKERS = 64;
const MAX_CELL = 999;

/** The addresses of cells by their numbers: `0=https://a.example,1=https://b.example`. */
const cellAddresses = () => {
  const rule = "must be cells such as 0=https://a.example,1=https://b.example";
  return z
    .string()
    .transform((list): unknown => list.split(",").map((entry) => entry.trim().split("=", 2)))
    .pipe(z.array(z.tuple([wholeNumber(0, MAX_CELL), z.url({ protocol: WEB, error: rule })], rule)))
    .transform((entries) => new Map(entries.map(([cell, url]) => [cell, url.replace(/\/+$/, "")])));
};

const secret = () => z.string().min(32, "must have at least 32 characters");
const TIME_SCALE_RULE = "must be a number above 0 and at most 1000";

/** The configuration, read and checked once. docs/operations/configuration.md describes every variable. */
export const env = createEnv({
  server: {
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().optional(),
    WORKERS: wholeNumber(1, MAX_WORKERS).optional(),
    DATABASE_URL: databaseUrl().optional(),
    DATABASE_POOLED: onOff("off"),
    DATABASE_DIRECT_URL: databaseUrl().optional(),
    DATABASE_CONNECTIONS: wholeNumber(minConnections(1)).optional(),
    DATA_DIR: z.string().default("./.data"),
    /** Unset, the embedded database is backed up, and one of one's own is not. */
    BACKUPS: onOffOrUnset(),
    BACKUP_DIR: z
      .string()
      .regex(
        /^(?!s3:)|^s3:\/\/[a-z0-9][a-z0-9.-]{2,62}(\/|$)/,
        "must be a folder, or an address such as s3://bucket/prefix",
      )
      .optional(),
    BACKUP_KEEP_DAYS: wholeNumber(1, 3650).default(7),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: address("https://s3.example", WEB).optional(),
    S3_REGION: z.string().default("us-east-1"),
    S3_PREFIX: z.string().default(""),
    IMAGE_CACHE_MB: wholeNumber(16).default(1024),
    PUBLIC_BASE_URL: address("https://assay.example", WEB).optional(),
    /** Unset, on for a trial on one's own machine: where the public address is on loopback. */
    PUBLIC_DEMO: onOffOrUnset(),
    SECRET_KEY: secret().optional(),
    SECRET_KEY_OTHERS: z
      .string()
      .default("")
      .transform((list) => list.split(",").filter((key) => key !== ""))
      .pipe(z.array(secret())),
    TRUSTED_PROXIES: z.string().default("").superRefine(refused(refuseNetworks)),
    RATE_LIMITS: onOff("on"),
    REDIS_URL: address("redis://:password@redis.example:6379", /^rediss?$/).optional(),
    DATABASE_SHARES: onOff("on"),
    REQUEST_LOG: onOff("on"),
    CELL: wholeNumber(0, MAX_CELL).optional(),
    CELLS: cellAddresses().optional(),
    HOOK_TIME_SCALE: z.coerce
      .number(TIME_SCALE_RULE)
      .positive(TIME_SCALE_RULE)
      .max(1000, TIME_SCALE_RULE)
      .default(1),
    BACKGROUND_SECRET: secret().optional(),
    HOOK_ALLOW: z.string().default("").superRefine(refused(refuseAllow)),
    METRICS_PORT: wholeNumber(0, 65_535).optional(),
    METRICS_HOST: z.string().default("127.0.0.1"),
    OTEL_EXPORTER_OTLP_ENDPOINT: address("http://collector:4318", WEB).optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address("http://collector:4318/v1/traces", WEB).optional(),
    OTEL_TRACES_SAMPLER: z
      .enum(SAMPLERS, `must be one of ${SAMPLERS.join(", ")}`)
      .default("parentbased_always_on"),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number(SHARE_RULE).min(0, SHARE_RULE).max(1, SHARE_RULE).default(1),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
    ENVIRONMENT: z.string().default("production"),
    MAP_TILE_URL: z
      .string()
      .regex(/^https?:\/\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})/, "must be an address with {z}, {x} and {y}")
      .optional(),
    MAP_TILE_ATTRIBUTION: z.string().default(""),
    MAP_TILE_MAXZOOM: wholeNumber(0, 24).default(19),
    ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
    ADMIN_PASSWORD: z.string().optional(),
    ADMIN_SECOND_FACTOR: z
      .enum(["optional", "required"], 'must be "optional" or "required"')
      .default("optional"),
    SMTP_URL: address("smtps://user:password@mail.example", /^smtps?$/).optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]*$/, "must be an address such as Assay <assay@example.com>")
      .optional(),
    TSA_URL: address("https://tsa.example", WEB).optional(),
    OIDC_ISSUER: address("https://login.example", WEB).optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().default("single sign-on"),
    OIDC_TRUSTED_AMR: z.string().optional(),
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
      const need = (name: keyof typeof values, other: keyof typeof values) => {
        if (values[name] === undefined)
          check.addIssue({ code: "custom", path: [name], message: `is needed with ${other}` });
      };
      if (values.SECRET_KEY_OTHERS.length > 0) need("SECRET_KEY", "SECRET_KEY_OTHERS");
      if (values.DATABASE_POOLED === "on") need("DATABASE_URL", "DATABASE_POOLED");
      if (values.DATABASE_POOLED === "on") need("DATABASE_DIRECT_URL", "DATABASE_POOLED");
      if (values.DATABASE_DIRECT_URL) need("DATABASE_URL", "DATABASE_DIRECT_URL");
      const needed = minConnections(values.WORKERS ?? 1);
      if (values.DATABASE_CONNECTIONS !== undefined && values.DATABASE_CONNECTIONS < needed)
        check.addIssue({
          code: "custom",
          path: ["DATABASE_CONNECTIONS"],
          message: `must be at least ${needed} for ${values.WORKERS} WORKERS`,
        });
      together("CELL", "CELLS");
      if (values.CELLS) need("SECRET_KEY", "CELLS");
      if (values.CELL !== undefined && values.CELLS && !values.CELLS.has(values.CELL))
        check.addIssue({ code: "custom", path: ["CELLS"], message: "must name CELL" });
      together("ADMIN_EMAIL", "ADMIN_PASSWORD");
      together("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET");
    }),
  runtimeEnv: process.env,
  emptyStringAsUndefined: true,
  onValidationError: (issues) => {
    const faults = issues.map((issue) => `${issue.path?.join(".")}: ${issue.message}`);
    const help = "Correct the environment or .env; docs/operations/configuration.md describes every setting.";
    throw new Error(`The configuration is not valid: ${faults.join("; ")}. ${help}`);
  },
});

/** The base URL that responses contain, without a trailing slash; never taken from a request. */
export const publicBaseUrl = (env.PUBLIC_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the landing page opens a demo for visitors without an account (decision 0086). */
export const hasPublicDemo =
  env.PUBLIC_DEMO === undefined ? LOOPBACK.test(new URL(publicBaseUrl).hostname) : env.PUBLIC_DEMO === "on";

/** The configured first admin, if any. */
export const firstAdmin =
  env.ADMIN_EMAIL && env.ADMIN_PASSWORD
    ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
    : undefined;

/** The workers of the instance that this process starts, and their database connections. */
export const instanceSize = sizeOf(env, thisMachine());
