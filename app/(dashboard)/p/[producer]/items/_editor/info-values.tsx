"use client";

import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { entriesIn } from "@/app/ui/pasted-list";
import classes from "./info.module.css";
import type { InfoDraft } from "./info-draft";

interface InfoValuesProps {
  info: InfoDraft;
  isBase: boolean;
  values: string[];
  error: ReactNode;
  path: string;
  onChange: (values: string[]) => void;
}

/** The value of a verification info, or its list of values. */
export function InfoValues({ info, isBase, values, error, path, onChange }: InfoValuesProps) {
  const t = useTranslations("items.editor.infos");
  const base = (index: number) => (isBase ? "" : (info.value[index] ?? ""));
  if (!info.isList)
    return (
      <Textarea
        label={t("value")}
        autosize
        minRows={1}
        maxRows={8}
        value={values[0] ?? ""}
        placeholder={base(0)}
        error={error}
        data-path={path}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  const count = Math.max(values.length, isBase ? 1 : info.value.length);
  const at = (index: number) => values[index] ?? "";
  const all = Array.from({ length: count }, (_, index) => at(index));
  return (
    <fieldset className={classes.values}>
      <legend>{t("values")}</legend>
      {all.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no identity but their position.
        <div key={index} className={classes.valueRow}>
          <Textarea
            aria-label={t("valueNumber", { number: index + 1 })}
            autosize
            minRows={1}
            maxRows={8}
            value={value}
            placeholder={base(index)}
            error={index === 0 && error}
            data-path={index === 0 ? path : undefined}
            flex="1 1 10rem"
            onChange={(event) => onChange(all.with(index, event.currentTarget.value))}
            onPaste={(event) => {
              // A pasted list fills one value for each entry; into a non-empty value the text is pasted unchanged.
              const entries = entriesIn(event.clipboardData.getData("text"), { commasWithin: true });
              if (!isBase || value !== "" || entries.length < 2) return;
              event.preventDefault();
              onChange(all.toSpliced(index, 1, ...entries));
            }}
          />
          {isBase && count > 1 && (
            <ActionIcon
              size="lg"
              aria-label={t("removeValue", { number: index + 1 })}
              title={t("removeValue", { number: index + 1 })}
              onClick={() => onChange(all.toSpliced(index, 1))}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {isBase && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...all, ""])}
        >
          {t("addValue")}
        </Button>
      )}
    </fieldset>
  );
}
