"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { Fragment } from "react";
import { useTranslations } from "use-intl";
import classes from "./navigation.module.css";

/** An entry of the navigation: a page, with its sections. */
export interface NavigationPart {
  href: string;
  name: string;
  /** Other names are those of the document, which is English. */
  isTranslated?: boolean;
  entries: { href: string; name: string }[];
}

/** Pages with one heading. */
interface NavigationGroup {
  name: string;
  parts: NavigationPart[];
}

/** Pages of the reference in groups; the sections of the current one are listed below it. */
export function Navigation({ groups }: { groups: NavigationGroup[] }) {
  const t = useTranslations("docs");
  const pathname = usePathname();
  return (
    <nav aria-label={t("pages")} className={classes.nav}>
      <ul>
        <li>
          <Link href="/docs" prefetch={false} aria-current={pathname === "/docs" ? "page" : undefined}>
            {t("start")}
          </Link>
        </li>
      </ul>
      {groups.map(({ name, parts }) => (
        <Fragment key={name}>
          <p>{name}</p>
          <ul>
            {parts.map(({ href, name, isTranslated, entries }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={pathname === href ? "page" : undefined}
                  lang={isTranslated ? undefined : "en"}
                >
                  {name}
                </Link>
                {pathname === href && entries.length > 0 && (
                  <ul lang="en">
                    {entries.map((entry) => (
                      <li key={entry.href}>
                        <a href={entry.href}>{entry.name}</a>
                      </li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}
