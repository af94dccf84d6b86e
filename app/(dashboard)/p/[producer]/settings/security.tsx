"use client";

import { Button } from "@mantine/core";
import { IconDevicesOff, IconPassword } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Section } from "./section";
import classes from "./settings.module.css";

const ChangePassword = dynamic(() => import("../../../_shell/change-password"), { ssr: false });
const SignOutEverywhere = dynamic(() => import("../../../_shell/sign-out-everywhere"), { ssr: false });

/** Password and sessions of the signed-in person. */
export function Security() {
  const t = useTranslations("settings.security");
  const [wanted, setWanted] = useState<"password" | "everywhere">();
  const close = () => setWanted(undefined);
  return (
    <Section title={t("title")}>
      <div>
        <h3>{t("password")}</h3>
        <p className={classes.dimmed}>{t("passwordText")}</p>
        <Button
          variant="default"
          leftSection={<IconPassword size={17} aria-hidden />}
          onClick={() => setWanted("password")}
        >
          {t("change")}
        </Button>
      </div>
      <div>
        <h3>{t("sessions")}</h3>
        <p className={classes.dimmed}>{t("sessionsText")}</p>
        <Button
          variant="default"
          leftSection={<IconDevicesOff size={17} aria-hidden />}
          onClick={() => setWanted("everywhere")}
        >
          {t("everywhere")}
        </Button>
      </div>
      {wanted === "password" && <ChangePassword onClose={close} />}
      {wanted === "everywhere" && <SignOutEverywhere onClose={close} />}
    </Section>
  );
}
