interface Option {
  value: string;
  label: string;
}

/** As people type: without case and accents. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Whether what is typed is a part of what an option is called, or the beginning of its code. */
export function matchesTyped({ value, label }: Option, typed: string): boolean {
  const wanted = plain(typed.trim());
  return plain(label).includes(wanted) || plain(value).startsWith(wanted);
}

/** Leaves of options, and of groups of options, those that what is typed matches. */
export const matchingOptions = <One extends Option | { items: Option[] }>(options: One[], typed: string) =>
  options.flatMap((option): One[] => {
    if (!("items" in option)) return matchesTyped(option, typed) ? [option] : [];
    const items = option.items.filter((item) => matchesTyped(item, typed));
    return items.length > 0 ? [{ ...option, items }] : [];
  });

/** What somebody means who leaves a field: the value that is typed but for case, or the only one it is a part of. */
export function meantBy(typed: string, known: readonly string[]): string {
  const wanted = plain(typed.trim());
  const same = known.find((value) => plain(value) === wanted);
  if (same !== undefined || wanted === "") return same ?? "";
  const [only, ...others] = known.filter((value) => plain(value).includes(wanted));
  return only !== undefined && others.length === 0 ? only : typed.trim();
}
