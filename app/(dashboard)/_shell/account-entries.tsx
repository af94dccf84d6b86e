"use client";

import { Menu } from "@mantine/core";
import {
  IconBarcode,
  IconDevicesOff,
  IconKeyboard,
  IconLogout,
  IconPassword,
  IconUserCog,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { LanguageItems } from "@/app/ui/language-entries";
import type { MenuFrame } from "@/app/ui/lazy-menu";
import { Link } from "@/app/ui/link";
import { OpenMenu } from "@/app/ui/open-menu";
import { signOut } from "@/app/ui/session";
import { useSignedIn } from "@/app/ui/signed-in";
import { ThemeItems } from "@/app/ui/theme-entries";
import { useToast } from "@/app/ui/toast";
import classes from "./account-menu.module.css";
import { showKeys } from "./keys";

export type AccountDialog = "password" | "everywhere";

interface AccountEntriesProps {
  frame: MenuFrame;
  /** Opens a dialog. */
  onAsk: (dialog: AccountDialog) => void;
}

/** Menu of the signed-in person. */
export default function AccountEntries({ frame, onAsk }: AccountEntriesProps) {
  const t = useTranslations("shell.account");
  const { person, mayInspect } = useSignedIn();
  const toast = useToast();
  return (
    <OpenMenu frame={frame} width="16rem">
      <Menu.Label>
        <span className={classes.name}>{person.name}</span>
        {!person.isDemoVisitor && <span className={classes.email}>{person.email}</span>}
      </Menu.Label>
      <Menu.Divider />
      {!person.isDemoVisitor && (
        <Menu.Item component={Link} href="/account" leftSection={<IconUserCog size={17} aria-hidden />}>
          {t("page")}
        </Menu.Item>
      )}
      {mayInspect && (
        <Menu.Item component="a" href="/inspect" leftSection={<IconBarcode size={17} aria-hidden />}>
          {t("inspect")}
        </Menu.Item>
      )}
      {!person.isDemoVisitor && (
        <Menu.Item leftSection={<IconPassword size={17} aria-hidden />} onClick={() => onAsk("password")}>
          {t("changePassword")}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconKeyboard size={17} aria-hidden />} onClick={showKeys}>
        {t("shortcuts")}
      </Menu.Item>
      <div className={classes.switches}>
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <LanguageItems />
      </div>
      <Menu.Divider />
      {!person.isDemoVisitor && (
        <Menu.Item leftSection={<IconDevicesOff size={17} aria-hidden />} onClick={() => onAsk("everywhere")}>
          {t("signOutEverywhere")}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconLogout size={17} aria-hidden />}
        onClick={() => signOut().catch(toast.failed)}
      >
        {t("signOut")}
      </Menu.Item>
    </OpenMenu>
  );
}
