import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  icon: Icon;
  title: string;
  /** Purpose of the list, in one or two sentences. */
  children?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** Replaces a whole page. */
  isPage?: boolean;
}

/** Shown instead of an empty list: its purpose and the next step. */
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
