"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
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

/** Pages of the reference; those of the current one are listed below it. */
export function Navigation({ parts }: { parts: NavigationPart[] }) {
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
    </nav>
  );
}
