/** Those that texts hold less often come first: they win where two are as regular. */
const DELIMITERS: readonly string[] = ["\t", ";", "|", ","];
const SAMPLE_RECORDS = 20;

/** The line with which Excel names the delimiter; programs do not show it. */
const SEPARATOR_LINE = /^sep=([,;\t|])(?:\r\n|\n|\r)/i;

export interface Delimiter {
  delimiter: string;
  /** Length of the line that names it. */
  skip: number;
}

/** Finds the delimiter: the one of a `sep=` line, or the one that most rows have as often as the first row. */
export function findDelimiter(sample: string): Delimiter {
  const [line, named] = SEPARATOR_LINE.exec(sample) ?? [];
  if (line && named) return { delimiter: named, skip: line.length };
  const [header, ...records] = countDelimiters(sample);
  const score = (at: number) => {
    const expected = header?.[at] ?? 0;
    return expected && 1 + records.filter((counts) => counts[at] === expected).length + expected / 1000;
  };
  const scores = DELIMITERS.map((_, at) => score(at));
  const best = Math.max(...scores);
  return { delimiter: DELIMITERS[best > 0 ? scores.indexOf(best) : -1] ?? ",", skip: 0 };
}

/** Counts the delimiters outside quotes in each of the first rows that are not blank. */
function countDelimiters(sample: string): number[][] {
  const records: number[][] = [];
  let counts = DELIMITERS.map(() => 0);
  let isQuoted = false;
  let isStart = true;
  let isBlank = true;
  for (const character of sample) {
    const at = DELIMITERS.indexOf(character);
    const isBreak = character === "\n" || character === "\r";
    if (character === '"' && (isQuoted || isStart)) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    else if (isBreak && !isBlank && records.push(counts) === SAMPLE_RECORDS) return records;
    else if (isBreak) counts = DELIMITERS.map(() => 0);
    isBlank = isBreak;
    isStart = isBreak || at >= 0 || (character === '"' && !isQuoted);
  }
  return isBlank ? records : [...records, counts];
}
