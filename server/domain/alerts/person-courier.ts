import { and, eq, isNull, ne } from "drizzle-orm";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import { Language } from "@/server/domain/people/schema";
import { canMail, sendMail } from "@/server/platform/mail";
import { alertMail } from "./alert-mail";
import type { Courier } from "./courier";

/** Tells people by e-mail, in their language, as long as they are active members of an open producer. */
export const toPerson: Courier = {
  loop: "mailingAlerts",
  of: "person",
  isPossible: canMail,
  // Each is a connection to the one mail server.
  atOnce: 10,
  async find({ db }, { id, producerId }) {
    const [person] = await db
      .select({ email: people.email, locale: people.locale, quietHours: people.quietHours })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .innerJoin(producers, and(eq(producers.id, memberships.producerId), isNull(producers.closedAt)))
      .where(
        and(
          eq(memberships.producerId, producerId),
          eq(people.id, id),
          isNull(people.disabledAt),
          // A member whose role became inspector sees no alerts.
          ne(memberships.role, "inspector"),
        ),
      );
    if (!person) return undefined;
    return {
      quietHours: person.quietHours,
      send: (told) =>
        sendMail({
          to: person.email,
          ...alertMail(Language.safeParse(person.locale).data ?? "en", told),
        }).then(
          () => undefined,
          (reason: unknown) => String(reason),
        ),
    };
  },
};
