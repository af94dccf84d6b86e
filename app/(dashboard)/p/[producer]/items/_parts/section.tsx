import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

interface SectionProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Draws a frame around what stands in it. */
  framed?: boolean;
  children: ReactNode;
}

/** A part of a page with its heading. */
export function Section({ title, description, actions, framed = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {description && <p className={classes.description}>{description}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={framed ? classes.framed : undefined}>{children}</div>
    </section>
  );
}
