/** A file of a pack and the SHA-256 of its bytes, as lower-case hex. */
export interface Sum {
  path: string;
  sha256: string;
}

/** A line as `sha256sum --check` reads it. Paths contain neither line breaks nor backslashes. */
export const sumLine = ({ path, sha256 }: Sum): string => `${sha256}  ${path}\n`;

const LINE = /^([0-9a-f]{64}) {2}(\S.*)$/;

/** Reads a list of checksums; `faulty` has the numbers of the lines that are none. */
export function readSums(text: string): { sums: Sum[]; faulty: number[] } {
  const sums: Sum[] = [];
  const faulty: number[] = [];
  for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
    const [, sha256, path] = LINE.exec(line) ?? [];
    if (sha256 === undefined || path === undefined) faulty.push(index + 1);
    else sums.push({ path, sha256 });
  }
  return { sums, faulty };
}
