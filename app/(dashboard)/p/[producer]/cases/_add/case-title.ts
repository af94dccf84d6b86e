export const MAX_TITLE = 100;

/** A text, which may have a title of any length with line breaks in it, as the title of a case. */
export const caseTitle = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
};
