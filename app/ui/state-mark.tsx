import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./state-mark.module.css";

interface StateMarkProps {
  icon: Icon;
  /** `bad` marks a state that needs attention. */
  tone?: "plain" | "good" | "bad";
  children: ReactNode;
}

/** State of an object: an icon and a word. The colours of verdicts are reserved for verdicts. */
export function StateMark({ icon: Shape, tone = "plain", children }: StateMarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      <Shape size={16} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
