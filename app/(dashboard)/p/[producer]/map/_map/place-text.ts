import { useFormatter, useTranslations } from "use-intl";

/** Formats coordinates in degrees. */
export function usePlaceText(decimals = 1): (latitude: number, longitude: number) => string {
  const format = useFormatter();
  const t = useTranslations("map.degrees");
  const degrees = (value: number) =>
    format.number(Math.abs(value), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return (latitude, longitude) =>
    [
      t(latitude < 0 ? "south" : "north", { value: degrees(latitude) }),
      t(longitude < 0 ? "west" : "east", { value: degrees(longitude) }),
    ].join(", ");
}
