"use client";

import { ClaimFault, type ClaimKind, parseShape } from "@assay/codes";
import { useFormatter, useTranslations } from "use-intl";

/** Describes a pattern in words: `ACME-, 8 digits`. */
export function usePatternWords(): (kind: ClaimKind, text: string) => string {
  const t = useTranslations("codePatterns.words");
  const format = useFormatter();
  return (kind, text) => {
    if (kind !== "shape") return t(kind, { text });
    try {
      const parts = parseShape(text).map((part) => {
        if (part.kind === "text") return part.text;
        const { name, min, max } = part;
        return t(name, { length: min === max ? String(min) : t("range", { min, max }) });
      });
      return format.list(parts, { type: "unit" });
    } catch (fault) {
      if (fault instanceof ClaimFault) return text;
      throw fault;
    }
  };
}
