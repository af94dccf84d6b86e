import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** What the list is for, in a sentence or two. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** It stands instead of a whole page. */
  isPage?: boolean;
}

/** Stands where nothing is yet: says what it is for, and offers the next step. */
export function EmptyState({ icon: Shape, title, children, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? "h1" : "p";
  return (
    <div className={classes.empty}>
      <Shape className={classes.icon} size={36} stroke={1.4} aria-hidden />
      <Title className={classes.title}>{title}</Title>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
