import { useFormatter, useTranslations } from "use-intl";
import { useCountryName } from "@/app/ui/country";
import { usePercent } from "@/app/ui/percent";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { NO_COUNTRY } from "../../scans/filters";
import type { Concern } from "./types";

const NO_BREAK = "\u00a0";

type About = "country" | "group" | "all";

/** What fakes are about, by the key of the concern. */
export const aboutOf = ({ key }: Concern): About =>
  key.startsWith("fakes:country:") ? "country" : key.startsWith("fakes:group:") ? "group" : "all";

const thingsOf = ({ kind }: Concern) =>
  kind === "unregistered" ? "codes" : kind === "reports" ? "any" : "items";

/** The heading of a concern, and the sentence below it: how many, where, on which items and since when. */
export function useConcernWords(concern: Concern): { heading: string; sentence: string } {
  const t = useTranslations("overview.concerns");
  const format = useFormatter();
  const percent = usePercent();
  const countryName = useCountryName();
  const { kind, count, rate, country, group, things, isCut, since, isOlder } = concern;
  const groupName = group?.title || t("noTitle");
  const about = aboutOf(concern);

  const countryText = country === NO_COUNTRY ? t("unknownCountry") : countryName(country);

  const heading = () => {
    if (!rate) return kind === "fakes" ? "" : t(`heading.${kind}`);
    const figure =
      rate.scans < ENOUGH_SCANS
        ? t("figure.count", { count })
        : t("figure.rate", { percent: percent(rate.fakes / rate.scans) });
    if (about === "all") return t("heading.all", { figure });
    return t("heading.of", { place: about === "group" ? groupName : countryText, figure });
  };

  const what = rate
    ? t("what.fakes", { count, scans: rate.scans })
    : t(kind === "reports" ? "what.reports" : "what.scans", { count });
  const found = t(`of.${thingsOf(concern)}`, { things });
  const parts = [
    isCut && !rate ? t("of.atLeast", { things: what }) : what,
    ...(things > 0 ? [isCut ? t("of.atLeast", { things: found }) : found] : []),
    ...(group && about !== "group" ? [t("mostlyOf", { group: groupName })] : []),
    ...(country && about !== "country"
      ? [count === 1 ? countryText : t("mostlyIn", { country: countryText })]
      : []),
    t("since", {
      day: format
        .dateTime(new Date(since), { day: "numeric", month: "long", timeZone: "UTC" })
        .replaceAll(" ", NO_BREAK),
      isOlder: isOlder ? "yes" : "no",
    }),
  ];
  return { heading: heading(), sentence: `${parts.join(", ")}.` };
}
