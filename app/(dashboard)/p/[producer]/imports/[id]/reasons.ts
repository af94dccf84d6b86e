"use client";

import { useMessages, useTranslations } from "use-intl";
import { useFaultText } from "@/app/ui/failure";
import type { ShownRow } from "../types";

type RowFault = ShownRow["faults"][number];

/** Formats why a cell or a row is refused, translated if the catalogue knows the reason. */
export function useReason(): (fault: RowFault) => string {
  const t = useTranslations("imports.reasons");
  const messages = useMessages();
  const reasons = new Map<string, string>(Object.entries(messages.imports.reasons));
  const codes = new Map<string, string>(Object.entries(messages.errors.codes));
  const faultText = useFaultText();
  return ({ reason, detail, code }) => {
    const known = code === undefined ? undefined : codes.get(code);
    if (known !== undefined) return known;
    if (reason === "duplicate") return t("duplicate", { detail: detail ?? "" });
    if (reason === "refused" && detail !== undefined) return faultText({ pointer: "", message: detail });
    return reasons.get(reason) ?? reason;
  };
}
