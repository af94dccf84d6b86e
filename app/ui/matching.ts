interface Option {
  value: string;
  label: string;
}

/** Ignore case and accents. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Whether typed text is part of an option's label or the start of its code. */
function matchesTyped({ value, label }: Option, typed: string): boolean {
  const wanted = plain(typed.trim());
  return plain(label).includes(wanted) || plain(value).startsWith(wanted);
}

/** Keep the options, also within groups, that match the typed text. */
export const matchingOptions = <One extends Option | { items: Option[] }>(options: One[], typed: string) =>
  options.flatMap((option): One[] => {
    if (!("items" in option)) return matchesTyped(option, typed) ? [option] : [];
    const items = option.items.filter((item) => matchesTyped(item, typed));
    return items.length > 0 ? [{ ...option, items }] : [];
  });

/**
 * Resolve typed text when a field is left: the value that equals it but for case, or the only value that contains it.
 */
export function meantBy(typed: string, known: readonly string[]): string {
  const wanted = plain(typed.trim());
  const same = known.find((value) => plain(value) === wanted);
  if (same !== undefined || wanted === "") return same ?? "";
  const [only, ...others] = known.filter((value) => plain(value).includes(wanted));
  return only !== undefined && others.length === 0 ? only : typed.trim();
}
