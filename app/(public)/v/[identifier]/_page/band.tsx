/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { Icon, type IconName } from "./icon";

interface BandProps {
  tone: "registered" | "invalidated" | "missing" | "plain";
  icon: IconName;
  children: Child;
}

/** The answer to "is this real?", at the top of the page. */
export const Band = ({ tone, icon, children }: BandProps) => (
  <div class={`band ${tone}`}>
    <Icon name={icon} size={38} />
    <div>{children}</div>
  </div>
);
