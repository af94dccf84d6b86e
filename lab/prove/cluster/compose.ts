import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      user: z.string().optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
});

/** The passwords of the proof; the machines exist for it alone. */
export const VALUES: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: "assay",
  SUPERUSER_PASSWORD: "super",
  REPLICATION_PASSWORD: "replicate",
  SECRET_KEY: "a key of the proof, for this proof alone",
  PUBLIC_BASE_URL: "https://proxy",
  S3_BUCKET: "assay",
  BACKUP_BUCKET: "backups",
};

/** A service as deploy/compose.ha.yaml describes it, with its variables filled in. */
export interface ComposeService {
  user: string | undefined;
  command: string[];
  environment: Record<string, string>;
}

const filledIn = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(
    /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
    (_, name: string, rest = "") => values[name] ?? (rest.includes(" ") ? "" : rest),
  );

/** Reads deploy/compose.ha.yaml, so that the proof runs what it deploys. */
export function readCompose(values: Readonly<Record<string, string>>): Map<string, ComposeService> {
  const { services } = Compose.parse(parse(readFileSync("deploy/compose.ha.yaml", "utf8"), { merge: true }));
  return new Map(
    Object.entries(services).map(([name, { user, command = [], environment }]) => [
      name,
      {
        user,
        command,
        environment: Object.fromEntries(
          Object.entries(environment).map(([key, value]) => [key, filledIn(value, values)]),
        ),
      },
    ]),
  );
}
