import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./state-mark.module.css";

interface StateMarkProps {
  icon: Icon;
  /** `bad` asks for somebody's attention. */
  tone?: "plain" | "good" | "bad";
  children: ReactNode;
}

/** The state of a thing: a shape and a word. The colours of verdicts are not for it. */
export function StateMark({ icon: Shape, tone = "plain", children }: StateMarkProps) {
  return (
    <span className={classes.mark} data-tone={tone}>
      <Shape size={16} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
