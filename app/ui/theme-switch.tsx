"use client";

import { ActionIcon, isMantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "use-intl";

const THEMES = [
  { name: "auto", icon: IconDeviceDesktop },
  { name: "light", icon: IconSun },
  { name: "dark", icon: IconMoon },
] as const;

/** Menu entries for the theme. */
export function ThemeItems() {
  const t = useTranslations("common.theme");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const mounted = useMounted();
  return (
    <Menu.RadioGroup
      value={mounted ? colorScheme : null}
      onChange={(value) => isMantineColorScheme(value) && setColorScheme(value)}
    >
      {THEMES.map(({ name, icon: Shape }) => (
        <Menu.RadioItem
          key={name}
          value={name}
          rightSection={<Shape size={16} aria-hidden />}
          closeMenuOnClick
        >
          {t(name)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** Button with a menu of themes: light, dark or the device's. */
export function ThemeSwitch() {
  const t = useTranslations("common.theme");
  return (
    <Menu width="13rem">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t("label")} title={t("label")}>
          <IconSun size={19} stroke={1.7} aria-hidden className="only-light" />
          <IconMoon size={19} stroke={1.7} aria-hidden className="only-dark" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  );
}
