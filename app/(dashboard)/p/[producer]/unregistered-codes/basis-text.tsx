"use client";

import { useTranslations } from "use-intl";
import type { Sighted } from "./types";

/** Why an unregistered code concerns the producer; nothing for scans from before the reason was stored. */
export function BasisText({ basis, basisText }: Pick<Sighted, "basis" | "basisText">) {
  const t = useTranslations("sightings.basis");
  return basis && t(basis, { text: basisText ?? "" });
}
