"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { useTRPC } from "@/app/ui/trpc";
import { scansHref } from "../hrefs";

/** Where the links of a scan's page lead, and where the page asks. */
export interface ScanPlaces {
  /** Of an admin's look, which is asked for and told apart. */
  isAdmin: boolean;
  list: string;
  scan: (id: string) => string;
  scansOf: (by: "item" | "device", value: string, producerId: string) => string;
  /** Only where whoever looks may open it. */
  item?: (identifier: string) => string;
  content: (id: string) => string;
}

const OWN: ScanPlaces = {
  isAdmin: false,
  list: "/scans",
  scan: (id) => `/scans/${id}`,
  scansOf: (by, value) => scansHref({ [by]: value }),
  item: (identifier) => `/items/${encodeURIComponent(identifier)}`,
  content: (id) => `/contents/${id}`,
};

const OF_ADMINS: ScanPlaces = {
  isAdmin: true,
  list: "/admin/scans",
  scan: (id) => `/admin/scans/${id}`,
  scansOf: (by, value, producer) => scansHref({ producer, [by]: value }, "/admin/scans"),
  content: (id) => `/api/v2/contents/${id}`,
};

const Context = createContext(OWN);

/** Around a scan's page that an admin looks at, whoever's the scan is. */
export function AsAdmin({ children }: { children: ReactNode }) {
  return <Context value={OF_ADMINS}>{children}</Context>;
}

export const useScanPlaces = () => use(Context);

/** The scan of the page. */
export function useScan(id: string) {
  const trpc = useTRPC();
  const { isAdmin } = useScanPlaces();
  const own = useQuery({ ...trpc.scans.get.queryOptions({ id }), enabled: !isAdmin });
  const seen = useQuery({ ...trpc.admin.scan.queryOptions({ id }), enabled: isAdmin });
  return isAdmin ? seen : own;
}

/** What was scanned around it. */
export function useNeighbours(id: string) {
  const trpc = useTRPC();
  const { isAdmin } = useScanPlaces();
  const own = useQuery({ ...trpc.scans.neighbours.queryOptions({ id }), enabled: !isAdmin });
  const seen = useQuery({ ...trpc.admin.neighbours.queryOptions({ id }), enabled: isAdmin });
  return isAdmin ? seen : own;
}
