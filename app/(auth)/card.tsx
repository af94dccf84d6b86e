import type { ReactNode } from "react";
import classes from "./auth.module.css";

interface CardProps {
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  children?: ReactNode;
}

/** The single panel of a page for signed-out visitors. */
export function Card({ title, lead, wide = false, children }: CardProps) {
  return (
    <section className={classes.card} data-wide={wide || undefined}>
      <h1 className={classes.title}>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children && <div className={classes.body}>{children}</div>}
    </section>
  );
}
