/** As their makers write them; scans are counted by names in lower case. */
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

/** What a scanner's system is called; one that we do not know as it is counted. */
export const systemName = (system: string): string =>
  Object.hasOwn(NAMES, system) ? (NAMES[system] ?? system) : system;
