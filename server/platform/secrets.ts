import { hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "./env";

/** The deployment's secret: `SECRET_KEY`, or one made at first start and kept in `DATA_DIR/secret-key` (mode 0600). */
function deploymentSecret(): string {
  if (env.SECRET_KEY) return env.SECRET_KEY;
  const file = path.resolve(env.DATA_DIR, "secret-key");
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8");
}

type Purpose =
  | "device-hash"
  | "hook-secrets"
  | "idempotent-answers"
  | "sessions"
  | "sign-in-tries"
  | "visits";

const keys = new Map<string, Buffer>();

/** A 256-bit key for one purpose, derived from the deployment's secret. */
export function keyFor(purpose: Purpose): Buffer {
  let key = keys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", deploymentSecret(), "assay", purpose, 32));
    keys.set(purpose, key);
  }
  return key;
}
