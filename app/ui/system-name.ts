/** As their makers write them, by their names in lower case. */
const NAMES: Record<string, string> = {
  android: "Android",
  chromeos: "ChromeOS",
  harmonyos: "HarmonyOS",
  ios: "iOS",
  ipados: "iPadOS",
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};

/** The name of a scanner's system, however the scanner spells it; an unknown one stays as it is. */
export function systemName(system: string): string {
  const key = system.toLowerCase();
  return Object.hasOwn(NAMES, key) ? (NAMES[key] ?? system) : system;
}
