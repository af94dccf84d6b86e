/** The parameter that names the view itself. */
const OWN_PARAMETER = "view";

/** The form in which equal queries are equal: percent-encoded, by name, without empty values and without the view. */
export function normalQuery(text: string): string {
  const query = new URLSearchParams(text);
  for (const [name, value] of [...query])
    if (name === OWN_PARAMETER || value === "") query.delete(name, value);
  query.sort();
  return query.toString();
}
