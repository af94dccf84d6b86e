import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

interface SectionProps {
  title: string;
  /** Id for links to the section. */
  anchor?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Draws a border around the content. */
  framed?: boolean;
  children: ReactNode;
}

/** Section of a page, with its heading. */
export function Section({ title, anchor, description, actions, framed = false, children }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} className={classes.section} aria-labelledby={id}>
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
