import { useComputedColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useLocale } from "use-intl";
import { useProducerQuery } from "@/app/ui/signed-in";

interface Size {
  width: number;
  height: number;
}

/**
 * Address of the map of a scan's location, which the service draws; sizes in CSS pixels. Undefined until the page is
 * interactive: the server does not know the theme, and an earlier address would request the map in both themes.
 */
export function useScanMap(id: string, { width, height }: Size, isAdmin = false): string | undefined {
  const locale = useLocale();
  const producer = useProducerQuery();
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const query = new URLSearchParams({
    width: String(width),
    height: String(height),
    scale: "2",
    locale,
    theme,
    ...(isAdmin ? { as: "admin" } : producer),
  });
  return useMounted() ? `/api/dashboard/scans/${encodeURIComponent(id)}/map?${query}` : undefined;
}
