"use client";

import { useTranslations } from "use-intl";
import { failureOf } from "@/app/ui/failure";
import { faultOfRow } from "./data-rows";
import { type Draft, plainData } from "./draft";
import { isEmptyInfo } from "./info-draft";

const PREFIX = "/changes";

/** Move the faults of an update from below `/changes` to the root, where the form's fields are. */
export function faultsOfChanges(error: unknown): unknown {
  const { code, status, detail, faults, requestId } = failureOf(error);
  const errors = faults.map(({ pointer, message }) => ({
    pointer: pointer.startsWith(`${PREFIX}/`) ? pointer.slice(PREFIX.length) : pointer,
    message,
  }));
  return { message: detail, data: { appCode: code, httpStatus: status, detail, errors, requestId } };
}

/** Faults that prevent sending a draft: invalid `data`, and empty infos. */
export function useDraftFaults(): (draft: Draft) => Record<string, string> {
  const t = useTranslations("items.editor.data.faults");
  const tInfos = useTranslations("items.editor.infos");
  return (draft) => ({
    ...Object.fromEntries(
      draft.verificationinfos.flatMap((info, index) =>
        isEmptyInfo(info) ? [[`verificationinfos.${index}.label`, tInfos("isEmpty")]] : [],
      ),
    ),
    ...dataFaults(draft),
  });

  function dataFaults(draft: Draft): Record<string, string> {
    if (draft.dataText !== null) {
      const data = plainData(draft);
      if (data === undefined) return { data: t("noObject") };
      return "i18n" in data ? { data: t("keyOfTranslations") } : {};
    }
    return draft.data.some((row) => faultOfRow(row, draft.data)) ? { data: t("rows") } : {};
  }
}
