import {
  IconAdjustments,
  IconBarcode,
  IconBell,
  IconBoxMultiple,
  IconBriefcase,
  IconBuildingStore,
  IconChartBar,
  IconDeviceMobileCheck,
  IconFiles,
  IconFlask,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconListSearch,
  IconMailOpened,
  IconMap2,
  IconPackage,
  IconPrinter,
  IconProgressCheck,
  IconScan,
  IconServer,
  IconSparkles,
  IconTableImport,
  IconUserQuestion,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorld,
} from "@tabler/icons-react";

const ITEM_PAGES = ["/imports", "/code-batches", "/labels"];

/** Pages of the navigation; `keys` is the page's shortcut, `covers` the pages whose entry it is besides its own. */
export const MAIN_PAGES = [
  { name: "overview", href: "/overview", icon: IconHome, keys: "g o" },
  { name: "items", href: "/items", icon: IconPackage, keys: "g i", covers: ITEM_PAGES },
  { name: "groups", href: "/groups", icon: IconBoxMultiple, keys: "g g" },
  { name: "scans", href: "/scans", icon: IconScan, keys: "g s" },
  { name: "map", href: "/map", icon: IconMap2, keys: "g m" },
  { name: "files", href: "/files", icon: IconFiles, keys: "g c" },
  { name: "webhooks", href: "/webhooks", icon: IconWebhook, keys: "g h" },
  { name: "alerts", href: "/alerts", icon: IconBell, keys: "g a" },
  { name: "cases", href: "/cases", icon: IconBriefcase, keys: "g k" },
  { name: "sightings", href: "/unregistered-codes", icon: IconUserQuestion, keys: "g u" },
  { name: "jobs", href: "/jobs", icon: IconProgressCheck, keys: "g j" },
] as const;

/** Pages without an entry in the navigation; the palette has them. */
export const FURTHER_PAGES = [
  { name: "imports", href: "/imports", icon: IconTableImport },
  { name: "codeBatches", href: "/code-batches", icon: IconBarcode },
  { name: "prints", href: "/labels/prints", icon: IconHistory },
] as const;

/** Pages for editors that are named by what they do. */
export const DOING_PAGES = [
  { name: "generateCodes", href: "/items/generate", icon: IconSparkles },
  { name: "labels", href: "/labels", icon: IconPrinter },
] as const;

export const SETTING_PAGES = [
  { name: "tokens", href: "/tokens", icon: IconKey, keys: "g t" },
  { name: "requestLog", href: "/request-log", icon: IconListDetails, keys: "g l" },
  { name: "sandbox", href: "/sandbox", icon: IconFlask, keys: "g b" },
  { name: "members", href: "/members", icon: IconUsers, keys: "g p" },
  { name: "settings", href: "/settings", icon: IconAdjustments, keys: "g e" },
] as const;

/** Pages for admins only; they cover all producers. */
export const ADMIN_PAGES = [
  { name: "adminOverview", href: "/admin/overview", icon: IconChartBar },
  { name: "adminMap", href: "/admin/map", icon: IconWorld },
  { name: "adminProducers", href: "/admin/producers", icon: IconBuildingStore },
  { name: "adminScans", href: "/admin/scans", icon: IconListSearch },
  { name: "adminCalls", href: "/admin/calls", icon: IconListDetails },
  { name: "adminCodes", href: "/admin/codes", icon: IconUserQuestion },
  { name: "adminPeople", href: "/admin/people", icon: IconUsersGroup },
  { name: "adminInvitations", href: "/admin/invitations", icon: IconMailOpened },
  { name: "adminPhones", href: "/admin/phones", icon: IconDeviceMobileCheck },
  { name: "adminSystem", href: "/admin/system", icon: IconServer },
] as const;

/** Start page of an admin without a producer. */
export const ADMIN_HOME = "/admin/overview";

export const PAGES = [...MAIN_PAGES, ...SETTING_PAGES];
export type Page = ((typeof PAGES)[number] | (typeof ADMIN_PAGES)[number]) & { covers?: string[] };

export const API_REFERENCE = "/docs";
