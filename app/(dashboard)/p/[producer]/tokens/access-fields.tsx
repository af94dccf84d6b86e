"use client";

import { Checkbox, Select, SimpleGrid, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "use-intl";
import { NumberField } from "@/app/ui/number-field";
import { ALL_SCOPES, NAMED_SCOPES, type Scope } from "@/server/core/scopes";
import { MAX_NETWORKS, MAX_REQUESTS_PER_MINUTE } from "@/server/core/token-limits";
import { inOrder, PRESETS, presetOf, scopesOf } from "./presets";
import type { Access } from "./types";

/** What a token may do, as its form holds it. */
export type AccessValues = {
  /** Null for all. */
  scopes: Scope[] | null;
  requestsPerMinute: number | "";
  /** One network a line. */
  networks: string;
};

export const accessValuesOf = ({ scopes, requestsPerMinute, networks }: Access): AccessValues => ({
  scopes: scopes && inOrder(scopes),
  requestsPerMinute: requestsPerMinute ?? "",
  networks: networks?.join("\n") ?? "",
});

/** The input of the calls that set the access of a token. */
export function accessOf({ scopes, requestsPerMinute, networks }: AccessValues) {
  const lines = networks.split(/[\s,;]+/).filter((line) => line !== "");
  return {
    scopes,
    requestsPerMinute: requestsPerMinute === "" ? null : requestsPerMinute,
    networks: lines.length > 0 ? lines : null,
  };
}

/** Whether the form has no scope, which no token can have. */
export const hasNoScope = ({ scopes }: AccessValues) => scopes?.length === 0;

const CUSTOM = "custom" as const;

/** The scopes of a token without a list. */
const UNNAMED_SCOPES = ALL_SCOPES.filter((scope) => !NAMED_SCOPES.has(scope));

/** Fields of what a token may do; an owner key has no scopes. */
export function AccessFields<Values extends AccessValues>({
  form,
  isKey,
}: {
  form: UseFormReturnType<Values>;
  isKey: boolean;
}) {
  const t = useTranslations("tokens");
  const { scopes } = form.values;
  const preset = presetOf(scopes) ?? CUSTOM;
  const setScopes = (chosen: Scope[] | null) => form.setValues((before) => ({ ...before, scopes: chosen }));
  return (
    <>
      {!isKey && (
        <>
          <Select
            label={t("access.label")}
            allowDeselect={false}
            data={[...PRESETS, ...(preset === CUSTOM ? [CUSTOM] : [])].map((value) => ({
              value,
              label: t(`access.presetOf.${value}`),
            }))}
            value={preset}
            onChange={(value) => {
              const chosen = PRESETS.find((one) => one === value);
              if (chosen) setScopes(scopesOf(chosen));
            }}
          />
          <Checkbox.Group
            label={t("access.scopes")}
            error={form.errors.scopes}
            value={scopes ?? UNNAMED_SCOPES}
            onChange={(chosen) => setScopes(inOrder(chosen))}
          >
            <SimpleGrid
              cols={{ base: 1, xs: 2 }}
              spacing="xs"
              verticalSpacing="xs"
              mt="xs"
              data-path="scopes"
            >
              {ALL_SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(`access.scopeOf.${scope}`)}
                  description={
                    <>
                      <code>{scope}</code>
                      {NAMED_SCOPES.has(scope) && <> · {t("access.assistantsHint")}</>}
                    </>
                  }
                />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        </>
      )}
      <NumberField
        label={t("access.rate")}
        description={t("access.rateHint", { max: MAX_REQUESTS_PER_MINUTE })}
        whole
        allowNegative={false}
        min={1}
        max={MAX_REQUESTS_PER_MINUTE}
        {...form.getInputProps("requestsPerMinute")}
      />
      <Textarea
        label={t("access.networks")}
        description={t("access.networksHint", { max: MAX_NETWORKS })}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...form.getInputProps("networks")}
      />
    </>
  );
}
