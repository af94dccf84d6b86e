"use client";

import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import type { Reason } from "@/app/ui/finding";
import { Link } from "@/app/ui/link";
import { HOUR_MS } from "@/server/core/time";
import type { Suspicious } from "../types";
import { spanOf } from "./distance";
import { useScanPlaces } from "./places";

type Evidence = Suspicious["evidence"];

function Journey({ of: { scan, km, hours, kmh } }: { of: NonNullable<Evidence["impossible_travel"]> }) {
  const t = useTranslations("scans.assessment.why");
  const format = useFormatter();
  const { value, unit } = spanOf(hours * HOUR_MS);
  const far = format.number(km, { style: "unit", unit: "kilometer" });
  const isAtOnce = kmh === null || value === 0;
  const text = isAtOnce
    ? t("impossible_travel_at_once", { far })
    : t("impossible_travel", {
        far,
        time: format.number(value, { style: "unit", unit, unitDisplay: "long" }),
        speed: format.number(kmh, { style: "unit", unit: "kilometer-per-hour", maximumSignificantDigits: 3 }),
      });
  return (
    <>
      {text} <Link href={useScanPlaces().scan(scan)}>{t("otherScan")}</Link>
    </>
  );
}

/** A finding as a sentence, with its evidence. */
export function ReasonText({ reason, evidence }: { reason: Reason; evidence: Evidence }) {
  const t = useTranslations("scans.assessment.why");
  const tReason = useTranslations("common.finding.reason");
  const format = useFormatter();
  const countryName = useCountryName();
  const { invalidated, stolen, impossible_travel, many_devices, burst, outside_market, contradicts_client } =
    evidence;
  const when = (at: number) => format.dateTime(new Date(at), { dateStyle: "long", timeStyle: "short" });
  if (reason === "invalidated" && invalidated) return t("invalidated", { at: when(invalidated.at) });
  if (reason === "stolen" && stolen) return t("stolen", { at: when(stolen.at) });
  if (reason === "impossible_travel" && impossible_travel) return <Journey of={impossible_travel} />;
  if (reason === "many_devices" && many_devices) return t("many_devices", many_devices);
  if (reason === "burst" && burst) return t("burst", burst);
  if (reason === "outside_market" && outside_market) {
    const { country, markets, byAddress } = outside_market;
    const said = t("outside_market", {
      country: countryName(country),
      markets: format.list(markets.map(countryName)),
    });
    return byAddress ? `${said} ${t("byAddress")}` : said;
  }
  if (reason === "contradicts_client" && contradicts_client)
    return t("contradicts_client", {
      reasons: format.list(contradicts_client.reasons.map((one) => tReason(one))),
    });
  return null;
}
