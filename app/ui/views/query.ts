import { normalQuery } from "@/server/core/normal-query";

/** The part of an address that a view of its list holds: the values of its filters, sort and columns. */
export function viewQuery(address: string, known: ReadonlySet<string>): string {
  const kept = [...new URLSearchParams(address)].filter(([name]) => known.has(name));
  return normalQuery(new URLSearchParams(kept).toString());
}

/** The same with the columns that are shown, so that a view shows every member the same. */
export function wholeQuery(query: string, columns: string | undefined): string {
  const whole = new URLSearchParams(query);
  if (columns !== undefined && !whole.has("columns")) whole.set("columns", columns);
  return normalQuery(whole.toString());
}

/** The address of a list with a query and, if there is one, a view. */
export function viewHref(path: string, query: string, id?: string): string {
  const parameters = [query, id === undefined ? "" : `view=${id}`].filter((text) => text !== "").join("&");
  return parameters === "" ? path : `${path}?${parameters}`;
}
