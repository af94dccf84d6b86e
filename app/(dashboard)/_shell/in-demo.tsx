"use client";

import { Alert } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { signOut } from "@/app/ui/session";
import { useToast } from "@/app/ui/toast";
import classes from "./in-demo.module.css";

/** Notice above every page of the public demo, with the ways out of it. */
export function InDemo() {
  const t = useTranslations("shell.demo");
  const toast = useToast();
  const leave = (next: string) => () => signOut(next).catch(toast.failed);
  return (
    <Alert variant="outline" color="gray" mb="lg" py="xs" icon={<IconEye aria-hidden />}>
      {t("text")}{" "}
      <button type="button" className={classes.way} onClick={leave("/login")}>
        {t("signIn")}
      </button>
      <button type="button" className={classes.way} onClick={leave("/")}>
        {t("leave")}
      </button>
    </Alert>
  );
}
