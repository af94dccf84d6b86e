"use client";

import { isMantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import type { MenuFrame } from "./lazy-menu";
import { OpenMenu } from "./open-menu";

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

/** Menu of themes. */
export default function ThemeMenu({ frame }: { frame: MenuFrame }) {
  return (
    <OpenMenu frame={frame} width="13rem">
      <ThemeItems />
    </OpenMenu>
  );
}
