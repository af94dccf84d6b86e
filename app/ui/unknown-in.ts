/** Parsers of an address, by parameter name. */
export type AddressParsers = Record<string, { parse(text: string): unknown }>;

export interface UnknownFilter {
  name: string;
  text: string;
}

/** Values of an address that its filters reject, each once. */
export function unknownIn(
  address: Pick<URLSearchParams, "get">,
  used: readonly AddressParsers[],
): UnknownFilter[] {
  const unknown = new Map<string, string>();
  for (const parsers of used)
    for (const [name, { parse }] of Object.entries(parsers)) {
      const text = address.get(name);
      if (text && parse(text) === null) unknown.set(name, text);
    }
  return [...unknown].map(([name, text]) => ({ name, text }));
}
