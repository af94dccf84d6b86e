import { useNowRoughly } from "@/app/ui/moment";
import { useZone } from "@/app/ui/zone";
import { dayAt } from "@/app/ui/zoned-day";

/** Today where the person is, as `2026-01-31`. */
export function useToday(): string {
  const now = useNowRoughly();
  return dayAt(useZone(), now);
}
