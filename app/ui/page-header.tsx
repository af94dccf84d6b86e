import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  /** One line: the purpose of the page, or the state of its object. */
  description?: ReactNode;
  /** Badges beside the title. */
  badges?: ReactNode;
  /** Buttons on the right; the primary one is last. */
  actions?: ReactNode;
  /** Link back to the list, above the title. */
  back?: ReactNode;
}

/** Header of every page; its title is the page's only `h1`. */
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
