import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Counted } from "@/app/ui/country-select";
import { useNowRoughly } from "@/app/ui/moment";
import { useTRPC } from "@/app/ui/trpc";
import { HOUR_MS } from "@/server/core/time";

const YEAR_MS = 365 * 24 * HOUR_MS;
const STALE_MS = 5 * 60_000;

interface Verdicts {
  original: number;
  fake: number;
  unknown: number;
  error: number;
}
const allOf = ({ original, fake, unknown, error }: Verdicts) => original + fake + unknown + error;
const counted = (of: (Verdicts & { value: string })[] | undefined): Counted[] =>
  (of ?? []).map(({ value, ...verdicts }) => ({ value, count: allOf(verdicts) }));

/** Number of scans in the last 12 months for each filter value; with `ofAll` over all producers, for admins. */
export function useFilterCounts(ofAll: boolean) {
  const trpc = useTRPC();
  const hour = Math.floor(useNowRoughly() / HOUR_MS) * HOUR_MS;
  const range = useMemo(() => ({ from: hour + HOUR_MS - YEAR_MS, before: hour + HOUR_MS }), [hour]);
  const calls = ofAll ? trpc.allStats : trpc.stats;
  const usual = { staleTime: STALE_MS };
  const countries = useQuery({ ...calls.countries.queryOptions({ range }), ...usual });
  const systems = useQuery({ ...calls.systems.queryOptions({ range }), ...usual });
  const totals = useQuery({ ...calls.totals.queryOptions({ range }), ...usual });
  return { countries: counted(countries.data), systems: counted(systems.data), verdicts: totals.data?.now };
}
