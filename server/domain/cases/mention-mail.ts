import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Case } from "@/db/schema/cases";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { actorIn, type Ctx } from "@/server/core/ctx";
import { Language } from "@/server/domain/people/schema";
import { afterAnswer } from "@/server/platform/after-answer";
import { publicBaseUrl } from "@/server/platform/env";
import { canMail, sendMail } from "@/server/platform/mail";

interface Mention {
  by: string;
  title: string;
  producer: string;
  link: string;
}

const WORDS: Record<Language, (mention: Mention) => { subject: string; text: string }> = {
  en: ({ by, title, producer, link }) => ({
    subject: `${by} mentioned you in case ${title}`,
    text: `Hello,

${by} mentioned you in a note on the case ${title} of ${producer}.

Read the note:
${link}
`,
  }),
  de: ({ by, title, producer, link }) => ({
    subject: `${by} hat Sie im Fall ${title} erwähnt`,
    text: `Guten Tag,

${by} hat Sie in einer Notiz zum Fall ${title} von ${producer} erwähnt.

Lesen Sie die Notiz:
${link}
`,
  }),
};

async function mailEach(
  ctx: Ctx,
  { id, number, title, producerId }: Case,
  others: readonly string[],
): Promise<void> {
  const found = await ctx.db
    .select({ email: people.email, locale: people.locale, producer: producers.name })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .innerJoin(producers, eq(producers.id, memberships.producerId))
    .where(
      and(
        eq(memberships.producerId, producerId),
        inArray(memberships.personId, [...others]),
        isNull(people.disabledAt),
      ),
    );
  const link = `${publicBaseUrl}/p/${producerId}/cases/${id}`;
  for (const { email, locale, producer } of found) {
    const words = WORDS[Language.safeParse(locale).data ?? "en"];
    const mention = { by: actorIn(ctx).name, title: `#${number} ${title}`, producer, link };
    afterAnswer("mailing about a mention", () => sendMail({ to: email, ...words(mention) }));
  }
}

/**
 * Notifies members by e-mail that a note mentions them; not its author. Happens after the answer, because the note is stored. The
 * e-mail does not contain the note.
 */
export function mailMentions(ctx: Ctx, found: Case, mentioned: readonly string[]): void {
  const others = mentioned.filter((personId) => personId !== actorIn(ctx).id);
  if (canMail && others.length > 0) afterAnswer("mailing about mentions", () => mailEach(ctx, found, others));
}
