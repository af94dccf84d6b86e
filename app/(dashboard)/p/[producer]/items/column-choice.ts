/** What the list can show beside the identifier. */
export const CHOICES = [
  "picture",
  "title",
  "group",
  "state",
  "scans",
  "fakes",
  "created",
  "updated",
] as const;
export type Choice = (typeof CHOICES)[number];

const SHOWN_FIRST: Choice[] = ["picture", "title", "group", "state", "scans", "fakes", "created"];

/** Keeps which columns are shown on this device; a cookie, so that the page comes with them. */
export const COLUMNS_COOKIE = "assay-items-columns";

export function choiceIn(cookie: string | undefined): Choice[] {
  if (cookie === undefined) return SHOWN_FIRST;
  const stored = cookie.split(".");
  return CHOICES.filter((choice) => stored.includes(choice));
}

export const cookieOf = (choice: Choice[]): string => choice.join(".");
