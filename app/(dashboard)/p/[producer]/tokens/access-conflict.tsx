"use client";

import { useFormatter, useTranslations } from "use-intl";
import { FormConflict, type FormConflictProps } from "@/app/ui/form-conflict";
import { inOrder, presetOf } from "./presets";
import type { Access } from "./types";

export const FIELDS = ["scopes", "requestsPerMinute", "networks"] as const;

type AccessConflictProps = Pick<
  FormConflictProps<Access, (typeof FIELDS)[number]>,
  "conflict" | "onClose" | "onChoose"
>;

/** Conflict dialog: the chosen access of a token beside the access saved meanwhile, field by field. */
export function AccessConflict(props: AccessConflictProps) {
  const t = useTranslations("tokens.access");
  const tCommon = useTranslations("common");
  const format = useFormatter();
  const say = ({ scopes, requestsPerMinute, networks }: Access) => {
    const preset = presetOf(scopes);
    return {
      scopes: preset
        ? t(`presetOf.${preset}`)
        : format.list(inOrder(scopes ?? []).map((scope) => t(`scopeOf.${scope}`))),
      requestsPerMinute: requestsPerMinute === null ? tCommon("none") : format.number(requestsPerMinute),
      networks: networks ? format.list(networks) : tCommon("none"),
    };
  };
  return (
    <FormConflict
      {...props}
      fields={FIELDS}
      labels={{ scopes: t("label"), requestsPerMinute: t("rate"), networks: t("networks") }}
      say={say}
    />
  );
}
