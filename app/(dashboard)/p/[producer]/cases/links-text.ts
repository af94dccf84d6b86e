"use client";

import { useTranslations } from "use-intl";
import { LINKS, type LinkName } from "@/server/domain/cases/schema";

/** What a case holds, in words: "3 scans, 1 report". */
export function useLinksText(): (links: Record<LinkName, number>) => string {
  const t = useTranslations("cases.links");
  return (links) => {
    const parts = LINKS.flatMap((kind) => (links[kind] > 0 ? [t(kind, { count: links[kind] })] : []));
    return parts.length > 0 ? parts.join(" · ") : t("none");
  };
}
