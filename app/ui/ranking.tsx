import type { ReactNode } from "react";
import { Link } from "./link";
import classes from "./ranking.module.css";

interface Entry {
  key: string;
  name: ReactNode;
  /** An identifier, where names may be alike. */
  id?: string;
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
        {entries.map(({ key, name, id, figures, href }) => (
          <li key={key}>
            <span>
              <Link href={href}>{name}</Link>
              {id && id !== name && <code className={classes.id}>{id}</code>}
            </span>
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
