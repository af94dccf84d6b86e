"use client";

import { useTranslations } from "use-intl";
import { PageHeader } from "@/app/ui/page-header";
import classes from "@/app/ui/section.module.css";
import { Factors } from "./factors";
import { Profile } from "./profile";
import { QuietHours } from "./quiet-hours";
import { Security } from "./security";
import { Sessions } from "./sessions";

/** The signed-in person's account. */
export function Account() {
  const t = useTranslations("settings.account");
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <div className={classes.sections}>
        <Profile />
        <Security />
        <Factors />
        <QuietHours />
        <Sessions />
      </div>
    </>
  );
}
