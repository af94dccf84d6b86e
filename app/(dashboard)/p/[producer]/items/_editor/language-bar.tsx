"use client";

import { ActionIcon, Popover, SegmentedControl, Select } from "@mantine/core";
import { IconLanguage, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import classes from "./editor.module.css";
import { canonical, useLanguageName } from "./language-name";
import { BASE_LOCALE } from "./translations";

const OFFERED =
  "ar bg cs da de el en-GB es et fa fi fr ga he hi hr hu id is it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant".split(
    " ",
  );

interface LanguageBarProps {
  label: string;
  locales: string[];
  value: string;
  onChange: (locale: string) => void;
  onAdd?: (locale: string) => void;
  onRemove?: (locale: string) => void;
}

/** Selects the language in which texts are shown or edited. */
export function LanguageBar({ label, locales, value, onChange, onAdd, onRemove }: LanguageBarProps) {
  const t = useTranslations("items.editor.languages");
  const nameOf = useLanguageName();
  return (
    <div className={classes.languages}>
      <span className={classes.languagesLabel} aria-hidden>
        <IconLanguage size={18} stroke={1.6} /> {label}
      </span>
      <div className={classes.languagesChoice}>
        <SegmentedControl
          aria-label={label}
          size="xs"
          value={value}
          onChange={onChange}
          data={[
            { value: BASE_LOCALE, label: t("base", { language: nameOf(BASE_LOCALE) }) },
            ...locales
              .filter((locale) => locale !== BASE_LOCALE)
              .map((locale) => ({ value: locale, label: nameOf(locale) })),
          ]}
        />
      </div>
      {onAdd && <AddLanguage taken={[BASE_LOCALE, ...locales]} onAdd={onAdd} />}
      {onRemove && value !== BASE_LOCALE && (
        <ActionIcon
          aria-label={t("remove", { language: nameOf(value) })}
          title={t("remove", { language: nameOf(value) })}
          onClick={() => onRemove(value)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function AddLanguage({ taken, onAdd }: { taken: string[]; onAdd: (locale: string) => void }) {
  const t = useTranslations("items.editor.languages");
  const nameOf = useLanguageName();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  const own = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(typed.trim()) ? canonical(typed) : undefined;
  const offered = [...OFFERED, ...(own && !OFFERED.includes(own) ? [own] : [])]
    .filter((tag) => !taken.includes(tag))
    .map((tag) => ({ value: tag, label: `${nameOf(tag)} (${tag})` }));
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus withinPortal shadow="md" position="bottom-end">
      <Popover.Target>
        <ActionIcon
          variant="default"
          aria-label={t("add")}
          title={t("add")}
          onClick={() => setOpened(!opened)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("add")}>
        <Select
          label={t("add")}
          description={t("hint")}
          searchable
          data={offered}
          value={null}
          searchValue={typed}
          onSearchChange={setTyped}
          maxDropdownHeight={220}
          w="min(18rem, 70vw)"
          comboboxProps={{ withinPortal: false }}
          nothingFoundMessage={t("none")}
          onChange={(tag) => {
            if (!tag) return;
            setOpened(false);
            setTyped("");
            onAdd(tag);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
