import type { VerificationInfo } from "@/db/json";

const linesOf = ({ value }: VerificationInfo) => (value === undefined ? [] : [value].flat());

/** The values of the verification infos with a label, a line for each; undefined without such an info. */
export function cellOfInfo(infos: readonly VerificationInfo[], label: string): string | undefined {
  const labelled = infos.filter((info) => info.label === label);
  return labelled.length === 0 ? undefined : labelled.flatMap(linesOf).join("\n");
}

/** One line is a text, several are a list; an info that holds a list, or a text of several lines, keeps its form. */
function valueFrom(text: string, before: VerificationInfo["value"]): string | string[] {
  if (typeof before === "string" && before.includes("\n")) return text;
  const lines = text.split(/\r\n|\n/);
  return lines.length > 1 || Array.isArray(before) ? lines : text;
}

/**
 * Gives the infos with a label the values of a cell: the first one holds them all, a new one comes last. No text removes
 * the infos. An unchanged cell changes nothing.
 */
export function withInfo(
  infos: readonly VerificationInfo[],
  label: string,
  text: string | undefined,
): VerificationInfo[] {
  if (text === cellOfInfo(infos, label)) return [...infos];
  if (text === undefined) return infos.filter((info) => info.label !== label);
  const at = infos.findIndex((info) => info.label === label);
  if (at === -1) return [...infos, { label, value: valueFrom(text, undefined) }];
  return infos.flatMap((info, index) => {
    if (info.label !== label) return [info];
    return index === at ? [{ ...info, value: valueFrom(text, info.value) }] : [];
  });
}
