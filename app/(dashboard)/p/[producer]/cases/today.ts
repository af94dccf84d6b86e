import { useNowRoughly } from "@/app/ui/moment";
import { useZone } from "@/app/ui/zone";

/** Today where the person is, as `2026-01-31`. */
export function useToday(): string {
  const now = useNowRoughly();
  const zone = useZone();
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(now);
}
