import { z } from "zod";
import type { LINK_KINDS } from "@/db/schema/case-links";
import type { CASE_ROLES } from "@/db/schema/case-people";
import type { CASE_STATES } from "@/db/schema/cases";
import { chosenOf } from "@/server/core/choice-schema";
import { Day } from "@/server/core/moment";
import { hasAtMost } from "@/server/domain/shared/characters";
import { Name } from "@/server/domain/shared/name";

/** Repeats the values of the tables, so that browsers do not load the tables. */
export const STATES = [
  "new",
  "investigating",
  "confirmed",
  "dismissed",
  "handedOver",
  "closed",
] as const satisfies typeof CASE_STATES;
export type State = (typeof STATES)[number];

/** The states that may follow each one. To go back to `investigating` reopens the case. */
export const NEXT: Record<State, readonly State[]> = {
  new: ["investigating", "confirmed", "dismissed"],
  investigating: ["confirmed", "dismissed"],
  confirmed: ["handedOver", "closed", "investigating"],
  dismissed: ["investigating"],
  handedOver: ["closed", "investigating"],
  closed: ["investigating"],
};

/** The states in which work is left to do. */
export const OPEN_STATES = ["new", "investigating", "confirmed", "handedOver"] as const satisfies State[];
/** The states after the decision that items were counterfeited. */
export const CONFIRMED_STATES = ["confirmed", "handedOver", "closed"] as const satisfies State[];
export const UNDECIDED_STATES = ["new", "investigating"] as const satisfies State[];

export const isIn = (states: readonly State[], state: State): boolean => states.includes(state);

export const LINKS = ["scan", "code", "report", "alert", "item"] as const satisfies typeof LINK_KINDS;
export type LinkName = (typeof LINKS)[number];

export const ROLES = [
  "seller",
  "buyer",
  "witness",
  "authority",
  "lawyer",
  "other",
] as const satisfies typeof CASE_ROLES;
export type CasePersonRole = (typeof ROLES)[number];

export const MAX = {
  /** Of a case, over all kinds: an evidence pack holds them all. */
  links: 10_000,
  /** Of one call. */
  linksAtOnce: 1_000,
  casesAtOnce: 200,
  notes: 1_000,
  people: 50,
  tags: 20,
  mentions: 20,
  openCases: 5_000,
} as const;

const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

const textOf = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => hasAtMost(max, text), `must have at most ${max} characters`)
    .refine(isText, "must be text");

const Tag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .refine((tag) => hasAtMost(40, tag), "must have at most 40 characters")
  .refine((tag) => tag.isWellFormed() && !/[\p{Cc},]/u.test(tag), "must be one line without commas");

const sortedOnce = (tags: string[]) => [...new Set(tags)].toSorted();

/** What people edit of a case. */
export const CaseFields = z.object({
  title: Name,
  summary: textOf(4000),
  /** The member who is responsible. */
  ownerId: z.guid().nullable(),
  /** The day by which something has to be done, as YYYY-MM-DD. */
  dueOn: Day.nullable(),
  tags: z.array(Tag).max(MAX.tags).transform(sortedOnce),
});
export type CaseFields = z.output<typeof CaseFields>;

/** What to link: ids of scans, reports and alerts, unregistered codes, and identifiers of items. */
export const Links = z.object({
  kind: z.enum(LINKS),
  refs: z.array(z.string().min(1).max(200)).min(1).max(MAX.linksAtOnce),
});
export type Links = z.output<typeof Links>;

export const NewCase = CaseFields.partial()
  .required({ title: true })
  .extend({
    links: z.array(Links).max(LINKS.length).default([]),
  });
export type NewCase = z.output<typeof NewCase>;

export const NoteText = textOf(4000);

export const Note = z.object({
  text: NoteText,
  mentions: z.array(z.guid()).max(MAX.mentions).default([]),
});
export type Note = z.output<typeof Note>;

/** A person outside the producer. */
export const CasePerson = z.object({
  role: z.enum(ROLES),
  name: Name,
  contact: textOf(500),
  note: textOf(1000),
});
export type CasePerson = z.output<typeof CasePerson>;

/** The fields of a person that change; the others stay as they are. */
export const PersonChanges = CasePerson.partial();
export type PersonChanges = z.output<typeof PersonChanges>;

/** One change of many cases. */
export const BulkChange = z
  .object({
    state: z.enum(STATES).optional(),
    ownerId: z.guid().nullable().optional(),
    dueOn: Day.nullable().optional(),
    addTags: z.array(Tag).max(MAX.tags).optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "must change something");
export type BulkChange = z.output<typeof BulkChange>;

/** Filters of the list of cases. */
export const CaseFilter = z.object({
  /** `open` stands for all states in which work is left to do. */
  state: chosenOf(z.enum([...STATES, "open"])).optional(),
  /** The owner's id; `none` for cases without one. */
  owner: z.union([z.guid(), z.literal("none")]).optional(),
  tag: Tag.optional(),
  /** Only open cases whose day has passed, of this day. */
  dueBefore: Day.optional(),
  /** Only cases with a note that mentions the caller. */
  mentionsMe: z.literal(true).optional(),
  search: z.string().trim().max(200).optional(),
});
export type CaseFilter = z.output<typeof CaseFilter>;
