import type { Caller } from "@/server/core/caller";
import { invalid } from "@/server/core/errors";
import { jsonBytes } from "@/server/data/json-bytes";
import type { NewScan } from "./schema";

const MAX_BYTES = { anonymous: 16 * 1024, withToken: 64 * 1024 };

/** What limits of a scan's free-form parts say in the description of the interface. */
export const TOLD_LIMIT = `\`data\`, \`softwareInfo\` and \`deviceInfo\` together: at most ${MAX_BYTES.anonymous} bytes of JSON without a token, ${MAX_BYTES.withToken} with one`;

/** 400 for a scan that tells more in its free-form parts than its caller may. */
export function refuseIfToldTooMuch(caller: Caller, { data, softwareInfo, deviceInfo }: NewScan): void {
  const told = Object.entries({ data, softwareInfo, deviceInfo })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ({ name, bytes: jsonBytes(value) }));
  const bytes = told.reduce((sum, part) => sum + part.bytes, 0);
  const most = caller.kind === "anonymous" ? MAX_BYTES.anonymous : MAX_BYTES.withToken;
  if (bytes <= most) return;
  const message = `data, softwareInfo and deviceInfo together must be at most ${most} bytes of JSON, and are ${bytes}`;
  const largest = told.toSorted((a, b) => b.bytes - a.bytes)[0];
  throw invalid("scan-too-large", `The scan tells too much: ${message}.`, [
    { pointer: `/${largest?.name}`, message },
  ]);
}
