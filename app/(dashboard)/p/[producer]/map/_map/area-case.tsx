"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";
import { MAX_NEWEST_SCANS } from "@/server/core/max-newest-scans";
import { AddToCase } from "../../cases/_add/add-to-case";
import type { AreaProps } from "./map-props";
import { usePlaceText } from "./place-text";
import { areaInput } from "./queries";

/** Opens a case with the suspicious scans of the area: its fakes, and its scans with findings. */
export function AreaCase({ box, days, mapState: { state } }: AreaProps) {
  const t = useTranslations("map.area.case");
  const placeText = usePlaceText();
  const client = useQueryClient();
  const { map } = useTRPC();
  const { west, south, east, north } = box;
  const right = west <= east ? east : east + 360;
  const middle = (west + right) / 2;
  const title = t("title", {
    place: placeText((south + north) / 2, middle > 180 ? middle - 360 : middle),
  });
  const find = async () => {
    const { ids, isCut } = await client.fetchQuery({
      ...map.suspects.queryOptions(areaInput(box, days, state)),
      staleTime: 0,
    });
    if (ids.length === 0) return isCut ? t("noneOfNewest", { max: MAX_NEWEST_SCANS }) : t("none");
    return {
      links: { kind: "scan" as const, refs: ids },
      note: t(isCut ? "cut" : "all", { count: ids.length }),
    };
  };
  return <AddToCase links={find} suggestedTitle={title} label={t("button")} prefersNew />;
}
