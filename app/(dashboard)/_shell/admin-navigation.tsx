"use client";

import { useTranslations } from "use-intl";
import { ADMIN_PAGES } from "./admin-pages";
import classes from "./navigation.module.css";
import { Entries, type NavigationProps } from "./navigation-entry";

/** The part of the navigation for admins. */
export default function AdminNavigation(props: NavigationProps) {
  const t = useTranslations("shell.nav");
  return (
    <section className={classes.admin} aria-label={t("admin")}>
      <p className={classes.heading} aria-hidden>
        {t("admin")}
      </p>
      <ul>
        <Entries pages={ADMIN_PAGES} {...props} />
      </ul>
    </section>
  );
}
