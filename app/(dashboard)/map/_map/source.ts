import { useTRPC } from "@/app/ui/trpc";

type Calls = ReturnType<typeof useTRPC>["map"];

/** Whose scans a map shows, and where its numbers lead to. */
export interface MapSource {
  calls: Pick<Calls, "cells" | "countries" | "days">;
  /** New scans come in by themselves, and those of a box can be listed: the scans of the producer that is chosen. */
  isOwn: boolean;
}

/** The scans of the chosen producer. */
export function useOwnScans(): MapSource {
  return { calls: useTRPC().map, isOwn: true };
}
