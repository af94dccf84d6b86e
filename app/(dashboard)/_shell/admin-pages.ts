import {
  IconBuildingStore,
  IconChartBar,
  IconDeviceMobileCheck,
  IconListDetails,
  IconListSearch,
  IconMailOpened,
  IconServer,
  IconUserQuestion,
  IconUsersGroup,
  IconWorld,
} from "@tabler/icons-react";

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

export type AdminPage = (typeof ADMIN_PAGES)[number];
