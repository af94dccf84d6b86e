"use client";

import { ActionIcon } from "@mantine/core";
import { IconUserCircle } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useLazyMenu } from "@/app/ui/lazy-menu";
import { useSignedIn } from "@/app/ui/signed-in";
import type { AccountDialog } from "./account-entries";

const load = () => import("./account-entries");

const ChangePassword = dynamic(() => import("./change-password"), { ssr: false });
const SignOutEverywhere = dynamic(() => import("./sign-out-everywhere"), { ssr: false });

/** Button of the signed-in person's menu, and the dialogs that the menu opens. */
export function AccountMenu() {
  const t = useTranslations("shell.account");
  const { person } = useSignedIn();
  const [wanted, setWanted] = useState<AccountDialog>();
  const { button, frame, Loaded } = useLazyMenu(load, useState(false));
  const close = () => setWanted(undefined);
  return (
    <>
      <ActionIcon size="lg" aria-label={t("open", { name: person.name })} title={person.name} {...button}>
        <IconUserCircle size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      {Loaded && <Loaded frame={frame} onAsk={setWanted} />}
      {wanted === "password" && <ChangePassword onClose={close} />}
      {wanted === "everywhere" && <SignOutEverywhere onClose={close} />}
    </>
  );
}
