/** Optional columns of the list, beside the identifier. */
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

/** Cookie with the columns chosen on this device. A cookie lets the server render them. */
export const COLUMNS_COOKIE = "assay-items-columns";

export function choiceIn(cookie: string | undefined): Choice[] {
  if (cookie === undefined) return SHOWN_FIRST;
  const stored = cookie.split(".");
  return CHOICES.filter((choice) => stored.includes(choice));
}

export const cookieOf = (choice: Choice[]): string => choice.join(".");

/** The columns of an exported file that hold what the chosen columns show. */
const IN_FILE: Record<Choice, string> = {
  picture: "image",
  title: "title",
  group: "group",
  state: "invalidated",
  scans: "scans",
  fakes: "fakes",
  created: "created",
  updated: "updated",
};

export const shownInFile = (choice: Choice[]): string[] => [
  "identifier",
  ...choice.map((one) => IN_FILE[one]),
];
