"use client";

import { ActionIcon, Menu } from "@mantine/core";
import {
  IconBarcode,
  IconDevicesOff,
  IconKeyboard,
  IconLogout,
  IconPassword,
  IconUserCircle,
  IconUserCog,
} from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { LanguageItems } from "@/app/ui/language-switch";
import { Link } from "@/app/ui/link";
import { signOut } from "@/app/ui/session";
import { useSignedIn } from "@/app/ui/signed-in";
import { ThemeItems } from "@/app/ui/theme-switch";
import { useToast } from "@/app/ui/toast";
import classes from "./account-menu.module.css";
import { showKeys } from "./keys";

const ChangePassword = dynamic(() => import("./change-password"), { ssr: false });
const SignOutEverywhere = dynamic(() => import("./sign-out-everywhere"), { ssr: false });

type Dialog = "password" | "everywhere";

/** Menu of the signed-in person. */
export function AccountMenu() {
  const t = useTranslations("shell.account");
  const { person, mayInspect } = useSignedIn();
  const toast = useToast();
  const [wanted, setWanted] = useState<Dialog>();
  const close = () => setWanted(undefined);
  return (
    <>
      <Menu width="16rem">
        <Menu.Target>
          <ActionIcon size="lg" aria-label={t("open", { name: person.name })} title={person.name}>
            <IconUserCircle size={22} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
            <Menu.Item
              leftSection={<IconPassword size={17} aria-hidden />}
              onClick={() => setWanted("password")}
            >
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
            <Menu.Item
              leftSection={<IconDevicesOff size={17} aria-hidden />}
              onClick={() => setWanted("everywhere")}
            >
              {t("signOutEverywhere")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconLogout size={17} aria-hidden />}
            onClick={() => signOut().catch(toast.failed)}
          >
            {t("signOut")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {wanted === "password" && <ChangePassword onClose={close} />}
      {wanted === "everywhere" && <SignOutEverywhere onClose={close} />}
    </>
  );
}
