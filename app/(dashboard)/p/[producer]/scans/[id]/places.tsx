"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { useTRPC } from "@/app/ui/trpc";
import { scansHref } from "../hrefs";

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

/** Context of a scan's page for admins; it opens scans of any producer. */
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

/** Scans around the scan of the page. */
export function useNeighbours(id: string) {
  const trpc = useTRPC();
  const { isAdmin } = useScanPlaces();
  const own = useQuery({ ...trpc.scans.neighbours.queryOptions({ id }), enabled: !isAdmin });
  const seen = useQuery({ ...trpc.admin.neighbours.queryOptions({ id }), enabled: isAdmin });
  return isAdmin ? seen : own;
}

/** Assessment of the scan; polled while `pollIntervalMs` returns an interval. */
export function useAssessment(id: string, pollIntervalMs: (isPending: boolean) => number | false) {
  const trpc = useTRPC();
  const { isAdmin } = useScanPlaces();
  const own = useQuery({
    ...trpc.scans.assessment.queryOptions({ id }),
    enabled: !isAdmin,
    refetchInterval: ({ state: { data } }) => pollIntervalMs(data?.state === "pending"),
  });
  const seen = useQuery({
    ...trpc.admin.assessment.queryOptions({ id }),
    enabled: isAdmin,
    refetchInterval: ({ state: { data } }) => pollIntervalMs(data?.state === "pending"),
  });
  return isAdmin ? seen : own;
}
