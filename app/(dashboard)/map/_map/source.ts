import { useTRPC } from "@/app/ui/trpc";
import { type Narrowing, scansHref } from "./scans-href";

type Calls = ReturnType<typeof useTRPC>["map"];

/** Whose scans a map shows, and where its numbers lead to. */
export interface MapSource {
  calls: Pick<Calls, "cells" | "countries" | "days">;
  /** Where the scans that a number counts are listed; without it, numbers lead nowhere. */
  href?: (of: Narrowing) => string;
  /** The scans of the chosen producer: new ones come in by themselves, and those of a part of the map are listed below. */
  isOwn: boolean;
}

/** The scans of the chosen producer. */
export function useOwnScans(): MapSource {
  return { calls: useTRPC().map, href: scansHref, isOwn: true };
}

/** The scans of all producers, for admins. */
export function useEverybodysScans(href?: MapSource["href"]): MapSource {
  return { calls: useTRPC().map.everybody, isOwn: false, ...(href ? { href } : {}) };
}
