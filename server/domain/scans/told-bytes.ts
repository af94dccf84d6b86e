import type { Caller } from "@/server/core/caller";
import { invalid } from "@/server/core/errors";
import { jsonBytes } from "@/server/data/json-bytes";
import type { NewScan } from "./schema";

const MAX_BYTES = { anonymous: 16 * 1024, withToken: 64 * 1024 };

/** The limits of a scan's free-form parts, as the API description states them. */
export const TOLD_LIMIT = `\`data\`, \`softwareInfo\` and \`deviceInfo\` together: at most ${MAX_BYTES.anonymous} bytes of JSON without a token, ${MAX_BYTES.withToken} with one`;

/** @throws 400 if a scan's free-form parts exceed the limit of its caller. */
export function refuseIfToldTooMuch(caller: Caller, { data, softwareInfo, deviceInfo }: NewScan): void {
  const bytesOf = (value: unknown) => (value === null ? 0 : jsonBytes(value));
  const parts = [
    { name: "data", bytes: bytesOf(data) },
    { name: "softwareInfo", bytes: bytesOf(softwareInfo) },
    { name: "deviceInfo", bytes: bytesOf(deviceInfo) },
  ];
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const limit = caller.kind === "anonymous" ? MAX_BYTES.anonymous : MAX_BYTES.withToken;
  if (bytes <= limit) return;
  const message = `data, softwareInfo and deviceInfo together must be at most ${limit} bytes of JSON, and are ${bytes}`;
  const largest = parts.toSorted((a, b) => b.bytes - a.bytes)[0];
  throw invalid("scan-too-large", `The scan tells too much: ${message}.`, [
    { pointer: `/${largest?.name}`, message },
  ]);
}
