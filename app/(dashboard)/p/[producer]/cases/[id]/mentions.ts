interface Member {
  personId: string;
  name: string;
}

/** The beginning of a name after the last `@` before the caret; undefined outside a mention. */
export const begunMention = (before: string): string | undefined =>
  /(?:^|\s)@([^\n@]{0,40})$/.exec(before)?.[1];

/** The text with the begun mention before the caret replaced by a whole name. */
export function withMention(text: string, caret: number, name: string): string {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf("@");
  return start < 0 ? text : `${text.slice(0, start)}@${name} ${text.slice(caret)}`;
}

/** The members whose names follow an `@` as whole words; of names that begin alike, the longest. A shared name mentions no one. */
export function mentionedIn(text: string, members: readonly Member[]): Member[] {
  const byLength = members.toSorted((a, b) => b.name.length - a.name.length);
  const found = new Set<Member>();
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    const rest = text.slice(index + 1);
    const [member, ...others] = byLength.filter(
      ({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)),
    );
    // Two members of one name cannot be told apart: the wrong one could be notified.
    if (member && member.name !== others[0]?.name) found.add(member);
  }
  return [...found];
}
