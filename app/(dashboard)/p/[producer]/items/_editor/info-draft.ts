import { newUid } from "./uid";

/** A verification info in the shape of the procedures. */
export interface VerificationInfo {
  key?: string | undefined;
  label?: string | undefined;
  value?: string | string[] | undefined;
  visible?: string | undefined;
  pos?: number | undefined;
}

/** Texts of an info in one language. */
export interface InfoTexts {
  label: string;
  value: string[];
}

/** An info in the shape of the form. Field names equal those of the service, so that faults find their field. */
export interface InfoDraft {
  uid: string;
  key: string;
  label: string;
  /** All values of a list, or one value. */
  value: string[];
  isList: boolean;
  visible: string;
  pos: number | "";
  /** By locale. */
  texts: Record<string, InfoTexts>;
}

const posOf = ({ pos }: Pick<InfoDraft, "pos">) => (pos === "" ? 0 : pos);

/** Compare by ascending `pos`; a missing one counts as 0. */
export const byPos = (a: Pick<VerificationInfo, "pos">, b: Pick<VerificationInfo, "pos">) =>
  (a.pos ?? 0) - (b.pos ?? 0);

/** Infos in the order that scanners see. */
export const sortedInfos = (infos: InfoDraft[]): InfoDraft[] => infos.toSorted((a, b) => posOf(a) - posOf(b));

export const infosOf = (infos: VerificationInfo[]): InfoDraft[] =>
  infos.toSorted(byPos).map(({ key, label, value, visible, pos }) => ({
    uid: newUid(),
    key: key ?? "",
    label: label ?? "",
    value: Array.isArray(value) ? value : [value ?? ""],
    isList: Array.isArray(value),
    visible: visible ?? "",
    pos: pos ?? "",
    texts: {},
  }));

export const infoOf = ({ key, label, value, isList, visible, pos }: InfoDraft): VerificationInfo => {
  const said = isList ? value.filter((one) => one !== "") : (value[0] ?? "");
  return {
    ...(key === "" ? {} : { key }),
    ...(label === "" ? {} : { label }),
    ...(said === "" ? {} : { value: said }),
    ...(visible === "" ? {} : { visible }),
    ...(pos === "" ? {} : { pos }),
  };
};

/** Whether an info has neither key, label nor value in any language. */
export const isEmptyInfo = ({ key, label, value, texts }: InfoDraft): boolean =>
  [key, label, ...value, ...Object.values(texts).flatMap((text) => [text.label, ...text.value])].every(
    (text) => text.trim() === "",
  );

/** Append an empty info. */
export const newInfo = (infos: InfoDraft[]): InfoDraft => ({
  uid: newUid(),
  key: "",
  label: "",
  value: [""],
  isList: false,
  visible: "always",
  pos: Math.max(0, ...infos.map(posOf)) + 1,
  texts: {},
});

const withPos = (info: InfoDraft, pos: number): InfoDraft => ({ ...info, pos });

/**
 * Move an info and give it a `pos` between its new neighbours. Others keep theirs, because the infos of item and group
 * interleave by `pos`; only without room do the ones behind move up as far as needed.
 */
export function movedInfo(infos: InfoDraft[], from: number, to: number): InfoDraft[] {
  const moved = infos[from];
  if (!moved || from === to) return infos;
  const next = infos.toSpliced(from, 1).toSpliced(to, 0, moved);
  const [before, after] = [next[to - 1], next[to + 1]];
  if (!before) return after ? next.with(to, withPos(moved, posOf(after) - 1)) : next;
  const [low, high] = [posOf(before), after ? posOf(after) : posOf(before) + 2];
  const room = Math.floor((low + high) / 2);
  const result = next.with(to, withPos(moved, room > low ? room : low + 1));
  for (let index = to + 1; index < result.length; index += 1) {
    const [front, here] = [result[index - 1], result[index]];
    if (!front || !here || posOf(here) > posOf(front)) break;
    result[index] = withPos(here, posOf(front) + 1);
  }
  return result;
}
