import { type Chance, drawIndex, runningSums } from "./chance";
import type { JsonObject } from "./json";
import { type Geography, type Spot, spotIn, type Town } from "./markets";
import { DAY_MS } from "./time";

/** Releases of the scanner app with their age in days at the time of seeding, newest first. */
const APP_RELEASES = [
  { version: "4.4.1", age: 12 },
  { version: "4.4.0", age: 41 },
  { version: "4.3.2", age: 96 },
  { version: "4.3.0", age: 150 },
  { version: "4.2.1", age: 240 },
  { version: "4.1.0", age: 1_500 },
] as const;

/** Model, machine identifier and weight. */
const IPHONES = [
  ["iPhone 12", "iPhone13,2", 5],
  ["iPhone 13", "iPhone14,5", 9],
  ["iPhone 14", "iPhone14,7", 8],
  ["iPhone 14 Pro", "iPhone15,2", 7],
  ["iPhone 15", "iPhone15,4", 10],
  ["iPhone 15 Pro", "iPhone16,1", 9],
  ["iPhone 16", "iPhone17,3", 8],
  ["iPhone 16 Pro", "iPhone17,1", 7],
  ["iPhone SE", "iPhone14,6", 3],
] as const;

const ANDROIDS = [
  ["samsung", "SM-S911B", "Galaxy S23", 8],
  ["samsung", "SM-S921B", "Galaxy S24", 8],
  ["samsung", "SM-A546B", "Galaxy A54", 10],
  ["samsung", "SM-A155F", "Galaxy A15", 7],
  ["Google", "Pixel 7", "Pixel 7", 4],
  ["Google", "Pixel 8", "Pixel 8", 5],
  ["Xiaomi", "2201117TY", "Redmi Note 11", 7],
  ["Xiaomi", "23021RAAEG", "Redmi Note 12", 6],
  ["OPPO", "CPH2449", "Find X5", 3],
  ["motorola", "XT2347-2", "moto g84", 3],
] as const;

const IOS_VERSIONS = ["16.7.8", "17.5.1", "17.6.1", "18.0.1", "18.1", "18.2.1"] as const;
const ANDROID_VERSIONS = [
  ["12", 31, "2023-11-05"],
  ["13", 33, "2024-03-01"],
  ["14", 34, "2024-08-05"],
  ["14", 34, "2024-11-01"],
  ["15", 35, "2024-12-05"],
] as const;

/** Countries with more iPhones than Android phones. */
const MOSTLY_IOS = new Set(["US", "JP", "CA", "AU", "GB", "CH", "SE", "DK", "NO", "HK", "TW", "NZ"]);

const HEX = "0123456789abcdef";

/** A phone, which may scan repeatedly. */
export interface Device {
  os: "ios" | "android";
  osVersion: string;
  /** Free-form device info; null in a browser, which has no stable identifier. */
  deviceInfo: JsonObject | null;
  isBrowser: boolean;
  locale: string;
  /** The usual location. */
  home: Spot;
  /** Whether its owner shares the location with apps. */
  tellsPlace: boolean;
  /** Days between a release and its installation. */
  lagDays: number;
}

/** Builds a weighted draw from a table whose rows end with their weights. */
const weighted = <T extends readonly [...unknown[], number]>(rows: readonly T[]) => {
  const sums = runningSums(rows.map((row) => Number(row.at(-1))));
  return (chance: Chance): T => rows[drawIndex(chance, sums)] ?? chance.pick(rows);
};

const drawIphone = weighted(IPHONES);
const drawAndroid = weighted(ANDROIDS);

const uuid = (chance: Chance) =>
  [8, 4, 4, 4, 12]
    .map((length, i) => (i === 2 ? `4${chance.text(HEX, 3)}` : chance.text(HEX, length)))
    .join("-");

function iphone(chance: Chance): Pick<Device, "osVersion"> & { environment: JsonObject } {
  const [model, machine] = drawIphone(chance);
  const systemVersion = chance.pick(IOS_VERSIONS);
  return {
    osVersion: systemVersion,
    environment: {
      identifierForVendor: uuid(chance).toUpperCase(),
      isPhysicalDevice: true,
      localizedModel: "iPhone",
      model: "iPhone",
      name: model,
      systemName: "iOS",
      systemVersion,
      utsname: { machine, sysname: "Darwin" },
    },
  };
}

function android(chance: Chance): Pick<Device, "osVersion"> & { environment: JsonObject } {
  const [manufacturer, model, product] = drawAndroid(chance);
  const [release, sdkInt, securityPatch] = chance.pick(ANDROID_VERSIONS);
  return {
    osVersion: release,
    environment: {
      androidId: chance.text(HEX, 16),
      brand: manufacturer.toLowerCase(),
      isPhysicalDevice: true,
      manufacturer,
      model,
      product,
      version: { release, sdkInt, securityPatch },
    },
  };
}

/** Creates a phone whose owner lives in a town. */
function newDevice(chance: Chance, town: Town, of: "shopper" | "staff", geography: Geography): Device {
  const isIos = chance.isTrue(MOSTLY_IOS.has(town.country) ? 0.62 : 0.36);
  const os = isIos ? "ios" : "android";
  const { osVersion, environment } = isIos ? iphone(chance) : android(chance);
  const isBrowser = of === "shopper" && chance.isTrue(0.05);
  return {
    os,
    osVersion,
    deviceInfo: isBrowser ? null : { os, environment },
    isBrowser,
    locale: chance.isTrue(0.86) ? town.market.locale : chance.pick(["en-US", "en-GB", "de-DE", "zh-CN"]),
    home: spotIn(chance, town, geography),
    tellsPlace: of === "staff" || chance.isTrue(0.87),
    lagDays: -Math.log(1 - chance.next()) * 8,
  };
}

/** Builds the software info of a device at a time. `now` is the time of seeding. */
export function softwareInfoOf(device: Device, at: number, now: number): JsonObject {
  const { os, osVersion, isBrowser, locale, lagDays } = device;
  if (isBrowser) return { app: "verify-web", os, osVersion, osEnv: { locale } };
  const age = (now - at) / DAY_MS + lagDays;
  const release = APP_RELEASES.find((one) => one.age >= age) ?? APP_RELEASES[APP_RELEASES.length - 1];
  return {
    app: "verify",
    versionApp: release?.version ?? "4.1.0",
    versionAnsfp: "2.8.0",
    versionScanNative: "3.1.4",
    versionScanPipline: "1.12.0",
    os,
    osVersion,
    osDartVersion: "3.5.4",
    osEnv: { locale },
  };
}

const RETURN_PROBABILITY = 0.44;
const MAX_DEVICES_PER_TOWN = 120;

/** Draws phones by town: some are known, others new. */
export function devicePool(towns: readonly Town[], geography: Geography) {
  const known = new Map<string, Device[]>();
  return {
    draw(chance: Chance, number: number, of: "shopper" | "staff"): Device {
      const town = towns[number];
      if (!town) throw new Error(`Town ${number} does not exist.`);
      const key = `${of} ${number}`;
      const here = known.get(key) ?? [];
      known.set(key, here);
      const isBack =
        here.length > 0 && chance.isTrue(of === "staff" ? 1 - 0.3 / here.length : RETURN_PROBABILITY);
      if (isBack) return chance.pick(here);
      const device = newDevice(chance, town, of, geography);
      // A new phone replaces an old one.
      if (here.length < MAX_DEVICES_PER_TOWN) here.push(device);
      else here[chance.below(MAX_DEVICES_PER_TOWN)] = device;
      return device;
    },
  };
}
