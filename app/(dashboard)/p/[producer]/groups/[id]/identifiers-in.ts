/** The identifiers of a pasted list: a line each, or the first column of a table; each once. */
export const identifiersIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => (line.split("\t")[0] ?? "").trim())
      .filter((line) => line !== ""),
  ),
];
