import { type Block, pdfOf } from "@assay/evidence/document";
import type { EvidencePack } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { getCase } from "@/server/domain/cases/read";
import { producerNamed } from "@/server/domain/producers/named";
import { env, publicBaseUrl } from "@/server/platform/env";
import { codesAfter } from "./add-codes";
import { addFile } from "./add-files";
import { folderOf, itemsAfter } from "./add-histories";
import { tableOfInspections } from "./add-inspections";
import { reportsAfter } from "./add-reports";
import { scansAfter, tableOfScans } from "./add-scans";
import { alertsIn, faultsOf, figuresOf, timelineIn } from "./facts";
import { part } from "./part";
import { mapOf, photosOf } from "./pictures";
import { MAX } from "./schema";
import type { Stage } from "./stage";
import { utc } from "./stage";
import { WORDS } from "./words-in";

type Case = Awaited<ReturnType<typeof getCase>>;

const ROWS = MAX.rowsInReport;

async function summary(ctx: Ctx, pack: EvidencePack, found: Case, producer: string): Promise<Block[]> {
  const words = WORDS[pack.language];
  const { facts, columns, headings } = words;
  const { total, counts, from, before, countries, reasons } = await figuresOf(ctx, pack.caseId);
  const verdicts = Object.entries(counts).flatMap(([verdict, count]) =>
    count > 0 ? [`${words.verdicts[verdict as keyof typeof counts]}: ${count}`] : [],
  );
  return [
    {
      kind: "title",
      text: words.caseTitle(found.number, found.title),
      subtitle: words.pack(pack.number, producer),
    },
    {
      kind: "facts",
      facts: [
        [facts.madeBy, pack.actorName],
        [facts.madeAt, `${utc(pack.requestedAt)} UTC`],
        [facts.packId, pack.id],
        [facts.service, publicBaseUrl],
        [facts.state, words.states[found.state]],
        [facts.owner, found.owner ?? "–"],
        [facts.opened, utc(found.createdAt)],
        ...(found.decidedAt ? [[facts.decided, utc(found.decidedAt)] as const] : []),
        [facts.scans, String(total)],
        ...(from && before ? [[facts.period, `${utc(from)} – ${utc(before)}`] as const] : []),
        [facts.verdicts, verdicts.join(", ") || "–"],
        [facts.countries, countries.join(", ") || "–"],
        [facts.value, found.value.map(({ amount, currency }) => `${amount} ${currency}`).join(", ") || "–"],
      ],
    },
    ...(found.summary === "" ? [] : [{ kind: "paragraph" as const, text: found.summary }]),
    ...part(words, headings.findings, {
      columns: [
        [columns.finding, 2],
        [columns.meaning, 6],
        [columns.count, 1],
      ],
      rows: reasons.map(({ reason, count }) => [...words.findings[reason], String(count)]),
      all: 0,
      where: "",
    }),
  ];
}

async function integrity(ctx: Ctx, { id, language }: EvidencePack): Promise<Block[]> {
  const { headings, columns, intact, faulty, faults: kinds } = WORDS[language];
  const faults = await faultsOf(ctx, id);
  const heading: Block = { kind: "heading", text: headings.integrity };
  if (faults.length === 0) return [heading, { kind: "paragraph", text: intact }];
  return [
    heading,
    { kind: "paragraph", text: faulty(faults.length) },
    {
      kind: "table",
      columns: [
        { heading: columns.file, share: 3 },
        { heading: columns.fault, share: 4 },
      ],
      rows: faults.slice(0, ROWS).map(({ path, kind }) => [path, kinds[kind]]),
    },
  ];
}

/** What belongs to the case: scans, unregistered codes, reports, alerts and items. */
async function linked(ctx: Ctx, pack: EvidencePack, { links }: Case): Promise<Block[]> {
  const words = WORDS[pack.language];
  const { columns, headings } = words;
  const { caseId } = pack;
  const scans = await scansAfter(ctx, caseId, 0, ROWS);
  const inspections = await tableOfInspections(ctx, pack, ROWS);
  const codes = await codesAfter(ctx, caseId, 0, ROWS);
  const reports = await reportsAfter(ctx, caseId, 0, ROWS);
  const alerts = await alertsIn(ctx, pack, ROWS);
  const items = await itemsAfter(ctx, caseId, 0, ROWS);
  return [
    ...(scans.length === 0 ? [] : [{ kind: "heading" as const, text: headings.scans }]),
    ...(links.scan > scans.length
      ? [{ kind: "paragraph" as const, text: words.more(scans.length, links.scan, "scans/") }]
      : []),
    ...(scans.length === 0 ? [] : [tableOfScans(pack, scans, 1)]),
    ...part(words, headings.inspections, {
      ...inspections,
      // The number of all of them is not known.
      all: inspections.rows.length === ROWS ? ROWS + 1 : 0,
      where: "inspections/",
    }),
    ...part(words, headings.codes, {
      columns: [
        [columns.code, 4],
        [columns.count, 1],
        [columns.last, 2],
      ],
      rows: codes.map(({ code, count, last }) => [code, String(count), last ? utc(new Date(last)) : ""]),
      all: links.code,
      where: "codes/",
    }),
    ...part(words, headings.reports, {
      columns: [
        [columns.time, 2],
        [columns.code, 3],
        [columns.kind, 2],
        [columns.text, 6],
        [columns.place, 4],
      ],
      rows: reports.map((report) => [
        utc(report.timestamp),
        report.code,
        words.reportKinds[report.kind],
        report.text ?? "",
        [report.place, report.sellerUrl].filter(Boolean).join(" "),
      ]),
      all: links.report,
      where: "reports/",
    }),
    ...part(words, headings.alerts, {
      columns: [
        [columns.time, 2],
        [columns.rule, 3],
        [columns.text, 6],
      ],
      rows: alerts,
      all: 0,
      where: "",
    }),
    ...part(words, headings.items, {
      columns: [
        [columns.file, 2],
        [columns.code, 4],
        [columns.title, 4],
        [columns.group, 3],
        [columns.entries, 1],
      ],
      rows: items.map((item, index) => [
        `history/${folderOf(index + 1)}`,
        item.identifier,
        item.title ?? "",
        item.groupTitle ?? "",
        String(item.length),
      ]),
      all: items.length === ROWS ? ROWS + 1 : 0,
      where: "items/",
    }),
  ];
}

async function people(ctx: Ctx, pack: EvidencePack, found: Case): Promise<Block[]> {
  const words = WORDS[pack.language];
  const { columns, headings } = words;
  const { rows, all } = await timelineIn(ctx, pack, ROWS);
  return [
    ...part(words, headings.people, {
      columns: [
        [columns.role, 1],
        [columns.name, 2],
        [columns.contact, 3],
        [columns.text, 4],
      ],
      rows: found.people.map(({ role, name, contact, note }) => [words.roles[role], name, contact, note]),
      all: 0,
      where: "",
    }),
    ...part(words, headings.timeline, {
      columns: [
        [columns.time, 2],
        [columns.by, 2],
        [columns.what, 3],
        [columns.text, 6],
      ],
      rows,
      all,
      where: "timeline/",
    }),
  ];
}

/** Adds the report for people, and the facts of the pack for programs. */
export const writeReport: Stage = async (ctx, pack) => {
  const words = WORDS[pack.language];
  const found = await getCase(ctx, pack.caseId);
  const { name: producer } = await producerNamed(ctx, pack.producerId);
  const blocks: Block[] = [
    ...(await summary(ctx, pack, found, producer)),
    ...(await mapOf(ctx, pack)),
    ...(await linked(ctx, pack, found)),
    ...(await photosOf(ctx, pack)),
    ...(await integrity(ctx, pack)),
    ...(await people(ctx, pack, found)),
    { kind: "heading", text: words.headings.howToCheck },
    { kind: "paragraph", text: words.howToCheck(publicBaseUrl) },
  ];
  const info = {
    title: `${words.caseTitle(found.number, found.title)} – ${words.pack(pack.number, producer)}`,
    language: pack.language,
    date: pack.requestedAt,
    foot: words.foot(pack.id),
    page: words.page,
  };
  await addFile(ctx, pack.id, "report.pdf", await pdfOf(blocks, info));
  const facts = {
    pack: { id: pack.id, number: pack.number, language: pack.language },
    service: publicBaseUrl,
    producer: { id: pack.producerId, name: producer },
    case: { id: found.id, number: found.number, title: found.title, state: found.state, links: found.links },
    madeBy: { id: pack.actorId, name: pack.actorName },
    madeAt: pack.requestedAt.toISOString(),
    faults: await faultsOf(ctx, pack.id),
  };
  await addFile(ctx, pack.id, "pack.json", `${JSON.stringify(facts, null, 2)}\n`);
  const readme = words.readme({ pack: pack.id, service: publicBaseUrl, isTimed: env.TSA_URL !== undefined });
  await addFile(ctx, pack.id, "README.txt", readme);
  return null;
};
