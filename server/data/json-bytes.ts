/** Texts, which are skipped, and powers of ten, which the database writes out in full. */
const TEXT_OR_POWER = /"[^"\\]*(?:\\.[^"\\]*)*"|\de[+-](\d+)/g;
const MAY_BE_POWER = /\de[+-]\d/;

/** The bytes of a value as JSON, with large and small numbers written out in full. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  let bytes = Buffer.byteLength(text);
  if (!MAY_BE_POWER.test(text)) return bytes;
  for (const [, exponent = 0] of text.matchAll(TEXT_OR_POWER)) bytes += Number(exponent);
  return bytes;
}
