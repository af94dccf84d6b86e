import type { ReactNode } from "react";
import { useId } from "react";
import classes from "./section.module.css";

/** Section of the settings, with its title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
