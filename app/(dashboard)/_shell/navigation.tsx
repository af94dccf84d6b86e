"use client";

import { IconApi } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useTranslations } from "use-intl";
import { useSignedIn } from "@/app/ui/signed-in";
import { API_REFERENCE, MAIN_PAGES, SETTING_PAGES } from "./nav-items";
import classes from "./navigation.module.css";
import { Entries, Entry, type NavigationProps } from "./navigation-entry";

/** Most people are no admins. */
const AdminNavigation = dynamic(() => import("./admin-navigation"));

export function Navigation({ narrow = false, onGo }: NavigationProps) {
  const t = useTranslations("shell.nav");
  const { chosen, person } = useSignedIn();
  const how = { narrow, onGo };
  return (
    <nav className={classes.nav} aria-label={t("label")} data-narrow={narrow || undefined}>
      {/* Without a producer these pages are empty. */}
      {chosen && (
        <ul>
          <Entries pages={MAIN_PAGES} {...how} />
        </ul>
      )}
      <div>
        <ul className={classes.lower}>
          {chosen && <Entries pages={SETTING_PAGES} {...how} />}
          <Entry href={API_REFERENCE} icon={IconApi} label={t("api")} apart {...how} />
        </ul>
        {person.isAdmin && <AdminNavigation {...how} />}
      </div>
    </nav>
  );
}
