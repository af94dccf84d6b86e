import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  /** One line: what the page is for, or what state its thing is in. */
  description?: ReactNode;
  /** Beside the title: a badge or two. */
  badges?: ReactNode;
  /** On the right: the one thing to do here, at the end. */
  actions?: ReactNode;
  /** Above the title: the way back to the list. */
  back?: ReactNode;
}

/** The head of every page; its title is the page's only `h1`. */
export function PageHeader({ title, description, badges, actions, back }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && <div className={classes.back}>{back}</div>}
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {badges}
        </div>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
