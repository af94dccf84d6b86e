import { z } from "zod";
import { Day, Milliseconds } from "@/server/core/moment";
import { PageByNumber, PageByUuid } from "@/server/data/keyset";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { casesOf } from "@/server/domain/cases/cases-of";
import { changeCases, moveCases, updateCase } from "@/server/domain/cases/change";
import { figuresOfCases } from "@/server/domain/cases/figures";
import { addPerson, changePerson, removePerson } from "@/server/domain/cases/involve";
import { linkToCase, unlinkFromCase } from "@/server/domain/cases/link";
import {
  alertsOfCase,
  codesOfCase,
  itemsOfCase,
  reportsOfCase,
  scansOfCase,
} from "@/server/domain/cases/linked";
import { CaseSort, listCases, tagsOfCases, totalOfCases } from "@/server/domain/cases/list";
import { eraseNote, noteOnCase } from "@/server/domain/cases/note";
import { openCase } from "@/server/domain/cases/open";
import { placesOfCase } from "@/server/domain/cases/places";
import { fieldsOf, getCase, ownedCase, versionOfCase } from "@/server/domain/cases/read";
import {
  BulkChange,
  CaseFields,
  CaseFilter,
  CasePerson,
  LINKS,
  Links,
  MAX,
  NewCase,
  Note,
  NoteText,
  PersonChanges,
  STATES,
} from "@/server/domain/cases/schema";
import { suggestionsFor } from "@/server/domain/cases/suggestions";
import { timelineOf } from "@/server/domain/cases/timeline";
import { packsOfCase } from "@/server/domain/evidence/list";
import { downloadablePack } from "@/server/domain/evidence/open";
import { requestEvidencePack } from "@/server/domain/evidence/request";
import { EvidencePackInput } from "@/server/domain/evidence/schema";
import { shownJob } from "@/server/domain/jobs/view";
import { membersOf } from "@/server/domain/members/list";
import { Version } from "@/server/domain/shared/version";
import { editorProcedure, ownerProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

const ById = z.object({ id: z.guid() });
const ByIds = z.object({ ids: z.array(z.guid()).min(1).max(MAX.casesAtOnce) });
const LinkPage = PageByNumber.extend(ById.shape);
const PersonOf = ById.extend({ personId: z.guid() });

export const casesRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: CaseFilter.default({}), sort: CaseSort }))
    .query(({ ctx, input }) => listCases(ctx, input.filter, input)),

  total: viewerProcedure
    .input(z.object({ filter: CaseFilter.default({}) }))
    .query(({ ctx, input }) => totalOfCases(ctx, input.filter)),

  /** What cases were about, and how fast they were decided; `from` in milliseconds, `today` where the caller is. */
  figures: viewerProcedure
    .input(z.object({ from: Milliseconds, today: Day }))
    .query(({ ctx, input }) => figuresOfCases(ctx, input)),

  tags: viewerProcedure.query(({ ctx }) => tagsOfCases(ctx)),

  /** The members who can own a case or be mentioned. */
  owners: viewerProcedure.query(async ({ ctx }) =>
    (await membersOf(ctx, ctx.membership.producerId))
      .filter(({ role }) => role !== "inspector")
      .map(({ personId, name }) => ({ personId, name })),
  ),

  /** Saves pass `version` back to detect stale edits. */
  get: viewerProcedure.input(ById).query(({ ctx, input }) => getCase(ctx, input.id)),

  scans: viewerProcedure.input(LinkPage).query(({ ctx, input }) => scansOfCase(ctx, input.id, input)),
  codes: viewerProcedure.input(LinkPage).query(({ ctx, input }) => codesOfCase(ctx, input.id, input)),
  reports: viewerProcedure.input(LinkPage).query(({ ctx, input }) => reportsOfCase(ctx, input.id, input)),
  alerts: viewerProcedure.input(LinkPage).query(({ ctx, input }) => alertsOfCase(ctx, input.id, input)),
  items: viewerProcedure.input(LinkPage).query(({ ctx, input }) => itemsOfCase(ctx, input.id, input)),

  timeline: viewerProcedure.input(LinkPage).query(({ ctx, input }) => timelineOf(ctx, input.id, input)),
  places: viewerProcedure.input(ById).query(({ ctx, input }) => placesOfCase(ctx, input.id)),
  suggestions: viewerProcedure.input(ById).query(({ ctx, input }) => suggestionsFor(ctx, input.id)),

  /** The cases to which a scan, code, report, alert or item belongs. */
  of: viewerProcedure
    .input(z.object({ kind: z.enum(LINKS), ref: z.string().min(1).max(200) }))
    .query(({ ctx, input }) => casesOf(ctx, input.kind, input.ref)),

  /** The evidence packs of a case, newest first. */
  packs: viewerProcedure.input(ById).query(({ ctx, input }) => packsOfCase(ctx, input.id)),

  /** Exports much at once. */
  makePack: editorProcedure
    .meta({ isSensitive: true })
    .input(EvidencePackInput)
    .mutation(async ({ ctx, input }) => shownJob(await requestEvidencePack(ctx, input))),

  /** Whether a pack can be downloaded; the download itself needs the same fresh sign-in. */
  preparePackDownload: editorProcedure
    .meta({ isSensitive: true })
    .input(ById)
    .mutation(async ({ ctx, input }) => ({ number: (await downloadablePack(ctx, input.id)).number })),

  open: editorProcedure.input(NewCase).mutation(async ({ ctx, input }) => {
    const { id, number } = await openCase(ctx, input);
    return { id, number };
  }),

  update: editorProcedure
    .input(CaseFields.extend({ ...ById.shape, version: Version }))
    .mutation(({ ctx, input: { id, version, ...fields } }) =>
      unlessStale(
        async () => {
          await updateCase(ctx, id, fields, version);
          return { id };
        },
        async () => {
          const found = await ownedCase(ctx, id);
          const of = { producerId: found.producerId, kind: "case", id, changes: "caseChanged" } as const;
          return { state: fieldsOf(found), version: versionOfCase(found), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  move: editorProcedure
    .input(ById.extend({ state: z.enum(STATES), text: NoteText.default("") }))
    .mutation(({ ctx, input }) => moveCases(ctx, [input.id], input.state, input.text)),

  changeMany: editorProcedure
    .input(ByIds.extend({ change: BulkChange }))
    .mutation(({ ctx, input }) => changeCases(ctx, input.ids, input.change)),

  link: editorProcedure
    .input(Links.extend(ById.shape))
    .mutation(({ ctx, input: { id, ...links } }) => linkToCase(ctx, id, links)),

  unlink: editorProcedure
    .input(
      ById.extend({
        kind: z.enum(LINKS),
        linkIds: z.array(z.number().int().min(1)).min(1).max(MAX.linksAtOnce),
      }),
    )
    .mutation(({ ctx, input: { id, ...links } }) => unlinkFromCase(ctx, id, links)),

  note: editorProcedure
    .input(Note.extend(ById.shape))
    .mutation(({ ctx, input: { id, ...note } }) => noteOnCase(ctx, id, note)),

  eraseNote: ownerProcedure
    .input(ById.extend({ entry: z.number().int().min(1) }))
    .mutation(({ ctx, input }) => eraseNote(ctx, input.id, input.entry)),

  addPerson: editorProcedure
    .input(CasePerson.extend(ById.shape))
    .mutation(({ ctx, input: { id, ...person } }) => addPerson(ctx, id, person)),

  changePerson: editorProcedure
    .input(PersonOf.extend({ changes: PersonChanges }))
    .mutation(({ ctx, input: { id, personId, changes } }) => changePerson(ctx, id, personId, changes)),

  removePerson: editorProcedure
    .input(PersonOf)
    .mutation(({ ctx, input }) => removePerson(ctx, input.id, input.personId)),
});
