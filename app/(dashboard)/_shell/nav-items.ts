import {
  IconAdjustments,
  IconBell,
  IconBoxMultiple,
  IconBriefcase,
  IconFiles,
  IconFlask,
  IconHome,
  IconKey,
  IconListDetails,
  IconMap2,
  IconPackage,
  IconProgressCheck,
  IconScan,
  IconUserQuestion,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { AdminPage } from "./admin-pages";

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

export const SETTING_PAGES = [
  { name: "tokens", href: "/tokens", icon: IconKey, keys: "g t" },
  { name: "requestLog", href: "/request-log", icon: IconListDetails, keys: "g l" },
  { name: "sandbox", href: "/sandbox", icon: IconFlask, keys: "g b" },
  { name: "members", href: "/members", icon: IconUsers, keys: "g p" },
  { name: "settings", href: "/settings", icon: IconAdjustments, keys: "g e" },
] as const;

/** Start page of an admin without a producer. */
export const ADMIN_HOME = "/admin/overview";

export const PAGES = [...MAIN_PAGES, ...SETTING_PAGES];
export type Page = ((typeof PAGES)[number] | AdminPage) & { covers?: string[] };

export const API_REFERENCE = "/docs";
