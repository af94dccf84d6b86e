import { z } from "zod";

const PASSWORD_LENGTH = { least: 15, most: 200 };

/** An e-mail address, normalised as it is stored. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

const wellFormed = (text: string) => text.isWellFormed() && !text.includes("\0");
/** Length in characters; stops at 1,000 UTF-16 units, which is above every limit. */
const lengthOf = (text: string) => [...text.slice(0, 1_000)].length;

/** The name of a person. */
export const PersonName = z
  .string()
  .trim()
  .min(1)
  .refine((name) => lengthOf(name) <= 200, "must have at most 200 characters")
  .refine((name) => wellFormed(name) && !/\p{Cc}/u.test(name), "must be one line of text");

/** A new password, checked for its length; the verbs check whether it is easily guessed. */
export const NewPassword = z
  .string()
  .refine(
    (password) => lengthOf(password) >= PASSWORD_LENGTH.least,
    `must have at least ${PASSWORD_LENGTH.least} characters`,
  )
  .refine(
    (password) => lengthOf(password) <= PASSWORD_LENGTH.most,
    `must have at most ${PASSWORD_LENGTH.most} characters`,
  )
  .refine(wellFormed, "must be text");

/** A password at sign-in: any text that can be one. */
const TriedPassword = z.string().min(1).max(1000).refine(wellFormed, "must be text");

export const Language = z.enum(["en", "de"]);
export type Language = z.output<typeof Language>;

export const NewPerson = z.object({
  email: Email,
  name: PersonName,
  password: NewPassword,
  isAdmin: z.boolean().default(false),
  locale: Language.nullish().transform((locale) => locale ?? null),
});
export type NewPerson = z.output<typeof NewPerson>;

export const SignIn = z.object({ email: Email, password: TriedPassword });
export type SignIn = z.output<typeof SignIn>;

export const PasswordChange = z.object({ current: TriedPassword, next: NewPassword });
export type PasswordChange = z.output<typeof PasswordChange>;

/** Fields that people may change themselves; an omitted field is kept. */
export const ProfileChange = z.object({
  name: PersonName.optional(),
  locale: Language.nullish(),
});
export type ProfileChange = z.output<typeof ProfileChange>;

/** The secret at the end of a set-up or invitation link. */
export const LinkSecret = z.string().min(1).max(200);

/** A new password for the person of a link. */
export const NewPasswordByLink = z.object({ secret: LinkSecret, password: NewPassword });
export type NewPasswordByLink = z.output<typeof NewPasswordByLink>;

/** The first admin and their producer. */
export const SetUp = z.object({
  secret: LinkSecret,
  email: Email,
  name: PersonName,
  password: NewPassword,
  producerName: PersonName,
  locale: Language.nullish().transform((locale) => locale ?? null),
});
export type SetUp = z.output<typeof SetUp>;

const WAIT = /^TooManyTries:(\d{1,6})$/;

/** The error code that carries the remaining wait through next-auth. */
export const waitWord = (seconds: number) => `TooManyTries:${seconds}`;

/** How long to wait, in minutes or, beyond 90, in hours. */
export function waitOf(seconds: number): { unit: "minutes" | "hours"; count: number } {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 90
    ? { unit: "hours", count: Math.ceil(minutes / 60) }
    : { unit: "minutes", count: minutes };
}

/** Why next-auth's `signIn("credentials", ...)` failed, from the `error` of its answer. */
export type SignInRefusal = { kind: "notAccepted" } | { kind: "tooManyTries"; waitSeconds: number };

export function signInRefusal(error: string): SignInRefusal {
  const seconds = WAIT.exec(error)?.[1];
  return seconds === undefined
    ? { kind: "notAccepted" }
    : { kind: "tooManyTries", waitSeconds: Number(seconds) };
}

/** Subsets that the list of people can show. */
export const PEOPLE_SHOWN = ["admins", "disabled"] as const;
