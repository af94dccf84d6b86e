import { createHmac } from "node:crypto";
import type { JsonObject, JsonValue } from "@/db/json";
import { isObject } from "@/server/domain/shared/json";
import { hashKeyFor } from "@/server/platform/secrets";

/** Fields in which apps send a stable identifier of the device, best first. */
const STABLE_IDENTIFIERS = ["identifierForVendor", "androidId", "deviceId", "id", "serialNumber"];

const object = (value: JsonValue | undefined): JsonObject => (isObject(value) ? value : {});

const text = (value: JsonValue | undefined) =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Device and software from a scan's free-form infos, in the fields of the specification (decision 0009). */
export interface Device {
  os: string | null;
  softwareversion: string | null;
  /** A keyed hash of the device's stable identifier: equal for equal devices, not reversible. */
  device: string | null;
}

/** A keyed hash of a device's stable identifier, equal for all producers. */
export const deviceHash = (identifier: string): string =>
  createHmac("sha256", hashKeyFor("device-hash")).update(identifier).digest("base64url").slice(0, 32);

/** Reads os, app version and device from the infos of a scan. Needs the deployment's keyring. */
export function deviceOf(infos: { deviceInfo: JsonObject | null; softwareInfo: JsonObject | null }): Device {
  const environment = object(infos.deviceInfo?.environment);
  const identifier = STABLE_IDENTIFIERS.map((name) => text(environment[name])).find(
    (value) => value !== undefined,
  );
  return {
    os: text(infos.deviceInfo?.os) ?? text(infos.softwareInfo?.os) ?? null,
    softwareversion: text(infos.softwareInfo?.versionApp) ?? null,
    device: identifier === undefined ? null : deviceHash(identifier),
  };
}
