/** Makers' spellings by lower-case name. */
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

/** Display name of a scanner's operating system; an unknown one stays unchanged. */
export function systemName(system: string): string {
  const key = system.toLowerCase();
  return Object.hasOwn(NAMES, key) ? (NAMES[key] ?? system) : system;
}
