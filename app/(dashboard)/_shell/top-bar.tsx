"use client";

import { ActionIcon, Kbd, UnstyledButton } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { LanguageSwitch } from "@/app/ui/language-switch";
import { ThemeSwitch } from "@/app/ui/theme-switch";
import { AccountMenu } from "./account-menu";
import { ProducerSwitcher } from "./producer-switcher";
import { RunningJobs } from "./running-jobs";
import classes from "./top-bar.module.css";

interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
}

/** Producer switcher, search and the person's menus. */
export function TopBar({ onMenu, onSearch }: TopBarProps) {
  const t = useTranslations("shell");
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.menu}
        size="lg"
        onClick={onMenu}
        aria-label={t("nav.open")}
        title={t("nav.open")}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <ProducerSwitcher />
      <UnstyledButton className={classes.search} onClick={onSearch} aria-label={t("search.open")}>
        <IconSearch size={17} aria-hidden />
        <span className={classes.hint}>{t("search.hint")}</span>
        <Kbd size="xs" className={classes.keys}>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <div className={classes.own}>
        <RunningJobs />
        <div className={classes.switches}>
          <ThemeSwitch />
          <LanguageSwitch />
        </div>
        <AccountMenu />
      </div>
    </header>
  );
}
