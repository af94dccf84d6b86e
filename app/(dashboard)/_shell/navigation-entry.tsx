"use client";

import type { Icon } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { lazy, type ReactElement, Suspense } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Link, useHref } from "@/app/ui/link";
import { useAlertNews } from "./alert-news";
import { useSwitchedOffHooks } from "./hook-news";
import type { Page } from "./nav-items";
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

/** A page in the navigation. */
export function Entry({
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

export interface NavigationProps {
  /** Icons only; labels remain for screen readers and on hover. */
  narrow?: boolean;
  onGo?: (() => void) | undefined;
}

/** Pages of the navigation, with what waits on them. */
export function Entries({ pages, narrow = false, onGo }: NavigationProps & { pages: readonly Page[] }) {
  const t = useTranslations("shell.nav");
  const pathname = usePathname();
  const hrefOf = useHref();
  const openAlerts = useAlertNews()?.open ?? 0;
  const hooksOff = useSwitchedOffHooks();
  return pages.map(({ name, href, icon, covers = [] }) => (
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
}
