/** @jsxImportSource hono/jsx */
import { expect, test } from "vitest";
import { Icon } from "./icon";
import { STYLE } from "./style";

test("an icon takes the colour of its place: no rule of the page's other parts styles it", () => {
  const classes = new Set([...STYLE.matchAll(/\.([a-zA-Z][\w-]*)/g)].flatMap(([, name]) => name ?? []));
  const ofParts = [...classes].filter((name) => name !== "icon" && !name.startsWith("icon-"));
  expect(ofParts).toContain("compare");
  for (const name of ["compare", "report", "chevron"] as const) {
    const [, shown = ""] = /class="([^"]+)"/.exec(String(<Icon name={name} />)) ?? [];
    expect(shown.split(" ").filter((one) => ofParts.includes(one))).toEqual([]);
    expect(shown).toBe(`icon icon-${name}`);
  }
});
