"use client";

import { Button } from "@mantine/core";
import { IconPassword } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";

const ChangePassword = dynamic(() => import("../_shell/change-password"), { ssr: false });

/** Password of the signed-in person. */
export function Security() {
  const t = useTranslations("settings.security");
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={t("password")}>
      <p className={classes.dimmed}>{t("passwordText")}</p>
      <div>
        <Button
          variant="default"
          leftSection={<IconPassword size={17} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t("change")}
        </Button>
      </div>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} />}
    </Section>
  );
}
