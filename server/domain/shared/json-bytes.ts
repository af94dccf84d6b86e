/** Powers of ten, which the database writes out in full. */
const EXPONENT = /\de[+-](\d+)(?=[,\]}])/g;

/** Bytes of a value as JSON, with the digits of large and small numbers written out. */
export function jsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  let bytes = Buffer.byteLength(text);
  for (const [, exponent] of text.matchAll(EXPONENT)) bytes += Number(exponent);
  return bytes;
}
