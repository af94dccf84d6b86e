"use client";

import { Menu, type MenuDropdownProps, type MenuProps } from "@mantine/core";
import type { MenuFrame } from "./lazy-menu";
import { MenuTarget } from "./menu-target";
import { useReady } from "./use-ready";

interface OpenMenuProps extends Omit<MenuProps, "id" | "opened" | "onChange"> {
  frame: MenuFrame;
  dropdown?: Omit<MenuDropdownProps, "children">;
}

/** The menu of `useLazyMenu`; its children are the entries. */
export function OpenMenu({
  frame: { target, opened, ...frame },
  dropdown,
  children,
  ...menu
}: OpenMenuProps) {
  const isReady = useReady();
  return (
    <Menu {...menu} {...frame} opened={opened && isReady}>
      <Menu.Target>
        <MenuTarget at={target} />
      </Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}
