"use client";

import { type Icon, IconApi } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { lazy, type ReactElement, Suspense } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Link, useHref } from "@/app/ui/link";
import { useSignedIn } from "@/app/ui/signed-in";
import { useAlertNews } from "./alert-news";
import { useSwitchedOffHooks } from "./hook-news";
import { ADMIN_PAGES, API_REFERENCE, MAIN_PAGES, type Page, SETTING_PAGES } from "./nav-items";
import classes from "./navigation.module.css";

/** A badge: the number of things that need attention, and its label. */
interface Waiting {
  count: number;
  words: "alerts.open" | "webhooksOff";
}

interface EntryProps {
  href: string;
  icon: Icon;
  label: string;
  narrow: boolean;
  current?: boolean;
  /** Opens in a new window: the target is outside the dashboard and has no link back. */
  apart?: boolean;
  waiting?: Waiting;
  onGo?: (() => void) | undefined;
}

/** Wide windows show the names, and need no tooltips. Offline the entries stay without them. */
const EntryTooltip = lazy(() => import("./entry-tooltip").catch(() => ({ default: Plain })));

function Plain({ children }: { label: string; children: ReactElement }) {
  return children;
}

const MAX_SHOWN = 99;

function Badge({ count, words }: Waiting) {
  const t = useTranslations("shell");
  const format = useFormatter();
  if (count === 0) return null;
  const shown = count > MAX_SHOWN ? `${format.number(MAX_SHOWN)}+` : format.number(count);
  return (
    <>
      <span className={classes.waiting} aria-hidden>
        {shown}
      </span>
      <span className="visually-hidden">{t(words, { count })}</span>
    </>
  );
}

function Entry({
  href,
  icon: Shape,
  label,
  narrow,
  current = false,
  apart = false,
  waiting,
  onGo,
}: EntryProps) {
  const link = (
    <Link
      href={href}
      className={classes.entry}
      aria-current={current ? "page" : undefined}
      {...(apart ? { target: "_blank", rel: "noopener" } : {})}
      {...(onGo ? { onClick: onGo } : {})}
    >
      <Shape size={19} stroke={1.7} aria-hidden />
      <span className={classes.label}>{label}</span>
      {waiting && <Badge {...waiting} />}
    </Link>
  );
  return (
    <li>
      {narrow ? (
        <Suspense fallback={link}>
          <EntryTooltip label={label}>{link}</EntryTooltip>
        </Suspense>
      ) : (
        link
      )}
    </li>
  );
}

interface NavigationProps {
  /** Icons only; labels remain for screen readers and on hover. */
  narrow?: boolean;
  onGo?: () => void;
}

export function Navigation({ narrow = false, onGo }: NavigationProps) {
  const t = useTranslations("shell.nav");
  const pathname = usePathname();
  const hrefOf = useHref();
  const openAlerts = useAlertNews()?.open ?? 0;
  const { chosen, person } = useSignedIn();
  const hooksOff = useSwitchedOffHooks();
  const entries = (pages: readonly Page[]) =>
    pages.map(({ name, href, icon, covers = [] }) => (
      <Entry
        key={name}
        href={href}
        icon={icon}
        label={t(name)}
        narrow={narrow}
        current={[href, ...covers].some((page) => `${pathname}/`.startsWith(`${hrefOf(page)}/`))}
        {...(name === "alerts" ? { waiting: { count: openAlerts, words: "alerts.open" } } : {})}
        {...(name === "webhooks" ? { waiting: { count: hooksOff, words: "webhooksOff" } } : {})}
        onGo={onGo}
      />
    ));
  return (
    <nav className={classes.nav} aria-label={t("label")} data-narrow={narrow || undefined}>
      {/* Without a producer these pages are empty. */}
      {chosen && <ul>{entries(MAIN_PAGES)}</ul>}
      <div>
        <ul className={classes.lower}>
          {chosen && entries(SETTING_PAGES)}
          <Entry href={API_REFERENCE} icon={IconApi} label={t("api")} narrow={narrow} apart onGo={onGo} />
        </ul>
        {person.isAdmin && (
          <section className={classes.admin} aria-label={t("admin")}>
            <p className={classes.heading} aria-hidden>
              {t("admin")}
            </p>
            <ul>{entries(ADMIN_PAGES)}</ul>
          </section>
        )}
      </div>
    </nav>
  );
}
