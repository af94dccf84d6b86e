import { z } from "zod";
import { Email, Language, LinkSecret, NewPassword, PersonName } from "@/server/domain/people/schema";

/** What a member of a producer may do, from most to least. */
export const Role = z.enum(["owner", "editor", "viewer"]);
export type Role = z.output<typeof Role>;

const PersonId = z.uuid();

export const NewInvitation = z.object({
  email: Email,
  role: Role,
  /** The language of the mail. */
  locale: Language.default("en"),
});
export type NewInvitation = z.output<typeof NewInvitation>;

/** An admin invites to any producer. */
export const AdminsInvitation = NewInvitation.extend({ producerId: z.string() });
export type AdminsInvitation = z.output<typeof AdminsInvitation>;

/** Somebody new accepts an invitation; the e-mail is the invitation's. */
export const Acceptance = z.object({
  secret: LinkSecret,
  name: PersonName,
  password: NewPassword,
  locale: Language.nullish().transform((locale) => locale ?? null),
});
export type Acceptance = z.output<typeof Acceptance>;

/** Somebody who is signed in accepts an invitation. */
export const SignedInAcceptance = z.object({ secret: LinkSecret });

export const RoleChange = z.object({ personId: PersonId, role: Role });
export type RoleChange = z.output<typeof RoleChange>;

export const ByPerson = z.object({ personId: PersonId });
export const ByInvitation = z.object({ invitationId: z.uuid() });
