import type { ReactNode } from "react";
import { Link } from "./link";
import classes from "./ranking.module.css";

interface Entry {
  key: string;
  name: ReactNode;
  figures: ReactNode;
  href: string;
}

/** The most frequent values of one kind, each with a link to what it counts. Absent without any. */
export function Ranking({ title, entries }: { title: string; entries: Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className={classes.title}>{title}</h3>
      <ol className={classes.ranking} aria-label={title}>
        {entries.map(({ key, name, figures, href }) => (
          <li key={key}>
            <Link href={href}>{name}</Link>
            <span className="figures">{figures}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Rankings side by side. */
export const Rankings = ({ children }: { children: ReactNode }) => (
  <div className={classes.rankings}>{children}</div>
);
