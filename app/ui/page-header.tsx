import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "./link";
import classes from "./page-header.module.css";

/** The page above this one. */
export interface Back {
  href: string;
  label: string;
}

interface PageHeaderProps {
  title: ReactNode;
  /** One line: the purpose of the page, or the state of its object. */
  description?: ReactNode;
  /** Badges beside the title. */
  badges?: ReactNode;
  /** Buttons on the right; the primary one is last. */
  actions?: ReactNode;
  /** Link back, above the title. */
  back?: Back;
}

/** Header of every page; its title is the page's only `h1`. */
export function PageHeader({ title, description, badges, actions, back }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && (
          <Link href={back.href} className={classes.back}>
            <IconArrowLeft size={14} aria-hidden /> {back.label}
          </Link>
        )}
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
