"use client";

import { type ReactNode, useId } from "react";
import { useFormatter } from "use-intl";
import classes from "./producer.module.css";

/** Section of the page, with its title. */
export function Part({
  title,
  count,
  children,
}: {
  title: string;
  /** Number of entries, shown beside the title. */
  count?: number;
  children: ReactNode;
}) {
  const id = useId();
  const format = useFormatter();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>
        {title} {count !== undefined && <span className={classes.count}>{format.number(count)}</span>}
      </h2>
      {children}
    </section>
  );
}

/** Short list that needs no further loading: a name and a value per entry. */
export function Entries<Entry>({
  of: entries,
  keyOf,
  name,
  says,
  none,
}: {
  of: Entry[];
  keyOf: (entry: Entry) => string;
  name: (entry: Entry) => ReactNode;
  says: (entry: Entry) => ReactNode;
  none: string;
}) {
  if (entries.length === 0) return <p className={classes.dim}>{none}</p>;
  return (
    <ul className={classes.entries}>
      {entries.map((entry) => (
        <li key={keyOf(entry)}>
          <span className={classes.name}>{name(entry)}</span>
          <span className={classes.says}>{says(entry)}</span>
        </li>
      ))}
    </ul>
  );
}
