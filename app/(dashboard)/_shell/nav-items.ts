import {
  IconAdjustments,
  IconBoxMultiple,
  IconFiles,
  IconHome,
  IconKey,
  IconMap2,
  IconPackage,
  IconScan,
  IconUserQuestion,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";

/** The pages of the navigation; `keys` is the shortcut that leads there. */
export const MAIN_PAGES = [
  { name: "overview", href: "/overview", icon: IconHome, keys: "g o" },
  { name: "items", href: "/items", icon: IconPackage, keys: "g i" },
  { name: "groups", href: "/groups", icon: IconBoxMultiple, keys: "g g" },
  { name: "scans", href: "/scans", icon: IconScan, keys: "g s" },
  { name: "map", href: "/map", icon: IconMap2, keys: "g m" },
  { name: "contents", href: "/contents", icon: IconFiles, keys: "g c" },
  { name: "hooks", href: "/hooks", icon: IconWebhook, keys: "g h" },
  { name: "sightings", href: "/sightings", icon: IconUserQuestion, keys: "g u" },
] as const;

export const SETTING_PAGES = [
  { name: "tokens", href: "/tokens", icon: IconKey, keys: "g t" },
  { name: "members", href: "/members", icon: IconUsers, keys: "g p" },
  { name: "settings", href: "/settings", icon: IconAdjustments, keys: "g e" },
] as const;

export const PAGES = [...MAIN_PAGES, ...SETTING_PAGES];
export type Page = (typeof PAGES)[number];

export const API_REFERENCE = "/api/v2/openapi.json";
