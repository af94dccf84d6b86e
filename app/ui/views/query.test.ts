import { describe, expect, test } from "vitest";
import { viewHref, viewQuery, wholeQuery } from "./query";

// Holds decision 0052: the address of a list is the truth, and a view names it.

const KNOWN = new Set(["q", "state", "columns", "view"]);

describe("the query of a view", () => {
  test.each([
    ["?state=active&q=a%20b", "q=a+b&state=active"],
    ["q=x&identifier=open&state=", "q=x"],
    ["view=018f0000-0000-7000-8000-0000000000ab&columns=none", "columns=none"],
    ["state=nonsense", "state=nonsense"],
    ["", ""],
  ])("of %j is %j: known parameters, whatever their values, without the view itself", (address, query) => {
    expect(viewQuery(address, KNOWN)).toBe(query);
  });

  test("is whole with columns: those of the address, else those that are shown", () => {
    expect(wholeQuery("q=x", "title,state")).toBe("columns=title%2Cstate&q=x");
    expect(wholeQuery("columns=none&q=x", "title")).toBe("columns=none&q=x");
    expect(wholeQuery("q=x", undefined)).toBe("q=x");
  });
});

test("a view's address is that of its list with the query and the view", () => {
  expect(viewHref("/items", "q=x", "1")).toBe("/items?q=x&view=1");
  expect(viewHref("/items", "", "1")).toBe("/items?view=1");
  expect(viewHref("/items", "q=x")).toBe("/items?q=x");
  expect(viewHref("/items", "")).toBe("/items");
});
