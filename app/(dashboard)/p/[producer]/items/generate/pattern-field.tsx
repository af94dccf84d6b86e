"use client";

import { Button, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconPlus, IconShieldCheck } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import classes from "./generate.module.css";
import { PARTS, type Trial } from "./pattern";

const NAMES = ["number", "random", "group", "check"] as const;

interface PatternFieldProps {
  value: string;
  trial: Trial;
  error: string | undefined;
  onChange: (pattern: string) => void;
}

/** Field of a pattern with its parts, examples, and the odds of guessing. */
export function PatternField({ value, trial, error, onChange }: PatternFieldProps) {
  const t = useTranslations("codes.create");
  const input = useRef<HTMLInputElement>(null);
  const insert = (part: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const [start, end] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    onChange(value.slice(0, start) + part + value.slice(end));
    input.current?.focus();
  };
  return (
    <div className={classes.pattern}>
      <TextInput
        ref={input}
        label={t("pattern")}
        description={t("patternHint")}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        data-path="pattern"
        classNames={{ input: classes.mono ?? "" }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
      <div className={classes.insert} role="group" aria-label={t("parts")}>
        {NAMES.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => insert(PARTS[name])}
          >
            {t(`partNames.${name}`)}
          </Button>
        ))}
      </div>
      {"examples" in trial && <Outcome trial={trial} />}
    </div>
  );
}

function Outcome({ trial: { examples, years } }: { trial: { examples: string[]; years: number | null } }) {
  const t = useTranslations("codes.create");
  const Icon = years === null ? IconAlertTriangle : IconShieldCheck;
  return (
    <>
      <div>
        <p className={classes.label}>{t("examples")}</p>
        <ul className={classes.examples} translate="no">
          {examples.map((example) => (
            <li key={example}>{example}</li>
          ))}
        </ul>
      </div>
      <p className={classes.odds} data-guessable={years === null || undefined}>
        <Icon size={18} aria-hidden />
        <span>{years === null ? t("guessable") : t("guessing", { years })}</span>
      </p>
    </>
  );
}
