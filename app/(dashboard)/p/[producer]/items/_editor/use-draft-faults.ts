"use client";

import { useTranslations } from "use-intl";
import { failureOf } from "@/app/ui/failure";
import { faultOfRow } from "./data-rows";
import { type Draft, plainData } from "./draft";

const PREFIX = "/changes";

/** A refusal of an update, whose faults stand below `changes`, as one of what was typed. */
export function faultsOfChanges(error: unknown): unknown {
  const { code, status, detail, faults, requestId } = failureOf(error);
  const errors = faults.map(({ pointer, message }) => ({
    pointer: pointer.startsWith(`${PREFIX}/`) ? pointer.slice(PREFIX.length) : pointer,
    message,
  }));
  return { message: detail, data: { appCode: code, httpStatus: status, detail, errors, requestId } };
}

/** What keeps a draft from being sent at all: `data` that is not written well. */
export function useDraftFaults(): (draft: Draft) => Record<string, string> {
  const t = useTranslations("items.editor.data.faults");
  return (draft) => {
    if (draft.dataText !== null) {
      const data = plainData(draft);
      if (data === undefined) return { data: t("noObject") };
      return "i18n" in data ? { data: t("keyOfTranslations") } : {};
    }
    return draft.data.some((row) => faultOfRow(row, draft.data)) ? { data: t("rows") } : {};
  };
}
