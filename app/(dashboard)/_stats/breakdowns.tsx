"use client";

import { useTranslations } from "use-intl";
import { choiceText } from "@/app/ui/choice";
import { useCountryName } from "@/app/ui/country";
import { systemName } from "@/app/ui/system-name";
import { NO_COUNTRY, NO_GROUP } from "../p/[producer]/scans/filters";
import { Breakdown, type Line } from "./breakdown";
import { type Counts, scansOf } from "./figures";
import type { Range } from "./preset-range";
import { useCountryCounts, useGroupCounts, useSystemCounts, useWorstItems } from "./queries";
import { type Counted, useScansHref } from "./scope";

/** Roll-ups count systems by a prefix of this length. */
const MAX_SYSTEM_CHARACTERS = 40;
const MAX_SCANS_COUNTED = 10_000;

interface OfValue extends Counts {
  value: string;
}

/** A row with its links; no links if the list of scans cannot be filtered to it. */
function useLine(range: Range) {
  const hrefOf = useScansHref();
  return (counts: OfValue, name: string, counted: Counted | undefined): Line => ({
    key: counts.value,
    name,
    href: counted && hrefOf(range, counted),
    fakesHref: counted && hrefOf(range, { ...counted, verdict: "fake" }),
    scans: scansOf(counts),
    fakes: counts.fake,
  });
}

export function Countries({ range }: { range: Range }) {
  const t = useTranslations("overview.countries");
  const nameOf = useCountryName();
  const line = useLine(range);
  return (
    <Breakdown
      title={t("title")}
      of={t("of")}
      by="scans"
      query={useCountryCounts(range)}
      empty={t("empty")}
      linesOf={(all) =>
        all.map((one) =>
          line(one, one.value === NO_COUNTRY ? t("none") : nameOf(one.value), { country: one.value }),
        )
      }
    />
  );
}

export function Groups({ range }: { range: Range }) {
  const t = useTranslations("overview.groups");
  const line = useLine(range);
  return (
    <Breakdown
      title={t("title")}
      of={t("of")}
      isOfData
      by="scans"
      query={useGroupCounts(range)}
      empty={t("empty")}
      linesOf={(all) =>
        all.map((one) =>
          line(one, one.value === "" ? t("none") : (one.title ?? one.value), {
            group: one.value || NO_GROUP,
          }),
        )
      }
    />
  );
}

export function Systems({ range }: { range: Range }) {
  const t = useTranslations("overview.systems");
  const line = useLine(range);
  return (
    <Breakdown
      title={t("title")}
      of={t("of")}
      isOfData
      by="scans"
      query={useSystemCounts(range)}
      empty={t("empty")}
      linesOf={(all) =>
        all.map((one) => {
          const isExact = one.value !== "" && one.value.length < MAX_SYSTEM_CHARACTERS;
          const counted = isExact ? { os: choiceText(one.value) } : undefined;
          return line(one, systemName(one.value) || t("none"), counted);
        })
      }
    />
  );
}

export function WorstItems({ range, country }: { range: Range; country: string | undefined }) {
  const t = useTranslations("overview.items");
  const hrefOf = useScansHref();
  return (
    <Breakdown
      title={t("title")}
      of={t("of")}
      isOfData
      by="fakes"
      query={useWorstItems({ range, country })}
      empty={t("empty")}
      linesOf={(all) =>
        all.map(({ identifier, title, fakes, scans }) => ({
          key: identifier,
          name: title ? `${title} · ${identifier}` : identifier,
          href: hrefOf(range, { item: identifier, country }),
          fakesHref: hrefOf(range, { item: identifier, country, verdict: "fake" }),
          scans,
          fakes,
          isMore: scans >= MAX_SCANS_COUNTED,
        }))
      }
    />
  );
}
