"use client";

import { createContext, type ReactNode, use } from "react";
import { useTRPC } from "@/app/ui/trpc";
import { itemHref } from "../../items/_parts/hrefs";
import { scansHref } from "../hrefs";
import { scanQueries } from "./queries";

/** Links and procedures of a scan's page, which members and admins share. */
export interface ScanPlaces {
  /** Admin access: uses the admin procedures. */
  isAdmin: boolean;
  list: string;
  scan: (id: string) => string;
  scansOf: (by: "item" | "device", value: string, producerId: string) => string;
  /** Absent if the viewer may not open the item. */
  item?: (identifier: string) => string;
  content: (id: string) => string;
}

const OWN: ScanPlaces = {
  isAdmin: false,
  list: "/scans",
  scan: (id) => `/scans/${id}`,
  scansOf: (by, value) => scansHref({ [by]: value }),
  item: itemHref,
  content: (id) => `/files/${id}`,
};

const OF_ADMINS: ScanPlaces = {
  isAdmin: true,
  list: "/admin/scans",
  scan: (id) => `/admin/scans/${id}`,
  scansOf: (by, value, producer) => scansHref({ producer, [by]: value }, "/admin/scans"),
  content: (id) => `/api/v2/contents/${id}`,
};

const Context = createContext(OWN);

/** Context of a scan's page for admins; it opens scans of any producer. */
export function AsAdmin({ children }: { children: ReactNode }) {
  return <Context value={OF_ADMINS}>{children}</Context>;
}

export const useScanPlaces = () => use(Context);

/** The calls of the page: members', or admins' that reach any producer. */
export function useScanQueries(id: string) {
  const { scans, admin } = useTRPC();
  const ofAdmins = { get: admin.scan, neighbours: admin.neighbours, assessment: admin.assessment };
  return scanQueries(useScanPlaces().isAdmin ? ofAdmins : scans, id);
}
