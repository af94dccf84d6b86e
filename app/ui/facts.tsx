import type { ReactNode } from "react";
import classes from "./facts.module.css";

/** Facts of an object in a frame: `div`s with a `dt` and a `dd`, in as many columns as fit. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;
