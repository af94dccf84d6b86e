import { z } from "zod";
import { Email, Language, LinkSecret, NewPassword, PersonName } from "@/server/domain/people/schema";

/** Roles of members, from most to least permissions. */
export const Role = z.enum(["owner", "editor", "viewer", "inspector"]);
export type Role = z.output<typeof Role>;

const PersonId = z.uuid();

export const NewInvitation = z.object({
  email: Email,
  role: Role,
  /** The language of the mail. */
  locale: Language.default("en"),
});
export type NewInvitation = z.output<typeof NewInvitation>;

/** An invitation by an admin, who names the producer. */
export const AdminsInvitation = NewInvitation.extend({ producerId: z.string() });
export type AdminsInvitation = z.output<typeof AdminsInvitation>;

/** Acceptance by a new person; the e-mail comes from the invitation. */
export const Acceptance = z.object({
  secret: LinkSecret,
  name: PersonName,
  password: NewPassword,
  locale: Language.nullish().transform((locale) => locale ?? null),
});
export type Acceptance = z.output<typeof Acceptance>;

/** Acceptance by a signed-in person. */
export const SignedInAcceptance = z.object({ secret: LinkSecret });

export const RoleChange = z.object({ personId: PersonId, role: Role });
export type RoleChange = z.output<typeof RoleChange>;

export const ByPerson = z.object({ personId: PersonId });
export const ByInvitation = z.object({ invitationId: z.uuid() });
