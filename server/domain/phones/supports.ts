import type { PhoneRule } from "@/db/schema/phone-rules";
import type { Phone } from "./schema";

/** The rest of a longer version is ignored. */
const MAX_VERSION_CHARACTERS = 200;

/** Whether the version, such as `13.4.1`, is the minimum or later; missing parts count as 0. */
export function isAtLeast(version: string, minimum: string): boolean {
  if (!/^\d/.test(version)) return false;
  const parts = version
    .slice(0, MAX_VERSION_CHARACTERS)
    .split(".")
    .map((part) => Number.parseInt(part, 10) || 0);
  for (const [i, required] of minimum.split(".").map(Number).entries()) {
    const part = parts[i] ?? 0;
    if (part !== required) return part > required;
  }
  return true;
}

/** Why a phone cannot scan. */
export type Obstacle = "no-rule" | "not-physical" | "model" | "version";

/** The reason why the rule of its operating system excludes a phone (decision 0011); undefined if it can scan. */
export function obstacleOf(
  rule: Omit<PhoneRule, "os"> | undefined,
  { deviceInfo }: Phone,
): Obstacle | undefined {
  if (!rule) return "no-rule";
  if (rule.physicalOnly && deviceInfo.isPhysicalDevice === false) return "not-physical";
  const models = [deviceInfo.model, deviceInfo.utsname?.machine];
  if (models.some((model) => model !== undefined && rule.unsupportedModels.includes(model))) return "model";
  const version = deviceInfo.systemVersion ?? deviceInfo.version?.release;
  return version !== undefined && isAtLeast(version, rule.minimumVersion) ? undefined : "version";
}

/** Whether the rule of its operating system supports a phone; without a rule it is not supported. */
export const supports = (rule: PhoneRule | undefined, phone: Phone): boolean =>
  obstacleOf(rule, phone) === undefined;
