import type { PhoneRule } from "@/db/schema/phone-rules";
import type { Phone } from "./schema";

/** Whether the version, such as `13.4.1`, is the minimum or later; missing parts count as 0. */
export function isAtLeast(version: string, minimum: string): boolean {
  if (!/^\d+(\.\d+)*/.test(version)) return false;
  const parts = version.split(".").map((part) => Number.parseInt(part, 10) || 0);
  for (const [i, least] of minimum.split(".").map(Number).entries()) {
    const part = parts[i] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

/** Whether a phone can scan by the rule of its os; without a rule it can't (decision 0011). */
export function supports(rule: PhoneRule | undefined, { deviceInfo }: Phone): boolean {
  if (!rule) return false;
  if (rule.physicalOnly && deviceInfo.isPhysicalDevice === false) return false;
  const models = [deviceInfo.model, deviceInfo.utsname?.machine];
  if (models.some((model) => model !== undefined && rule.unsupportedModels.includes(model))) return false;
  const version = deviceInfo.systemVersion ?? deviceInfo.version?.release;
  return version !== undefined && isAtLeast(version, rule.minimumVersion);
}
