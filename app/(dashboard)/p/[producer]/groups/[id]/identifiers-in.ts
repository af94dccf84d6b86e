import { entriesIn } from "@/app/ui/pasted-list";

const firstColumn = (line: string) => line.split("\t")[0] ?? "";

/** Distinct identifiers of a pasted list or of the first column of a pasted table. */
export const identifiersIn = (text: string): string[] =>
  entriesIn(
    text
      .split(/\r\n|\r|\n/)
      .map(firstColumn)
      .join("\n"),
  );
