const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** Decodes the escapes with which workbooks write characters that XML cannot hold, such as `_x000D_`. */
export const decodeEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Escapes texts that look like an escape, and the two characters that XML forbids at its end. */
export const encodeEscapes = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[\uFFFE\uFFFF]/g, (character) => (character === "\uFFFE" ? "_xFFFE_" : "_xFFFF_"));
