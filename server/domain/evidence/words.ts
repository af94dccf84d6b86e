import type { ScanReason } from "@/db/schema/assessments";
import type { EntryKind } from "@/db/schema/case-entries";
import type { CaseRole } from "@/db/schema/case-people";
import type { CaseState } from "@/db/schema/cases";
import type { PackFault } from "@/db/schema/evidence-packs";
import type { Inspection } from "@/db/schema/inspections";
import type { Scan } from "@/db/schema/scans";
import type { ReportKind } from "@/server/domain/reports/schema";

/** The words of a report in one language. */
export interface Words {
  verdicts: Record<Scan["copyclassification"], string>;
  findings: Record<ScanReason, readonly [name: string, meaning: string]>;
  states: Record<CaseState, string>;
  roles: Record<CaseRole, string>;
  entries: Record<EntryKind, string>;
  verdictsOfInspections: Record<NonNullable<Inspection["verdict"]>, string>;
  reportKinds: Record<ReportKind, string>;
  faults: Record<PackFault["kind"], string>;
  pack: (number: number, producer: string) => string;
  page: (number: number) => string;
  foot: (pack: string) => string;
  caseTitle: (number: number, title: string) => string;
  headings: Record<
    | "summary"
    | "integrity"
    | "findings"
    | "map"
    | "scans"
    | "photos"
    | "inspections"
    | "codes"
    | "reports"
    | "alerts"
    | "items"
    | "history"
    | "people"
    | "timeline"
    | "howToCheck",
    string
  >;
  facts: Record<
    | "state"
    | "owner"
    | "opened"
    | "decided"
    | "summary"
    | "scans"
    | "period"
    | "verdicts"
    | "countries"
    | "value"
    | "madeBy"
    | "madeAt"
    | "packId"
    | "service",
    string
  >;
  columns: Record<
    | "number"
    | "time"
    | "code"
    | "item"
    | "verdict"
    | "findings"
    | "place"
    | "device"
    | "photos"
    | "finding"
    | "meaning"
    | "count"
    | "file"
    | "fault"
    | "kind"
    | "text"
    | "rule"
    | "role"
    | "name"
    | "contact"
    | "by"
    | "what"
    | "title"
    | "group"
    | "entries"
    | "last",
    string
  >;
  none: string;
  intact: string;
  faulty: (count: number) => string;
  utc: string;
  more: (shown: number, all: number, where: string) => string;
  mapAlt: (places: number) => string;
  mapCaption: string;
  readme: (facts: { pack: string; service: string; isTimed: boolean }) => string;
  howToCheck: (service: string) => string;
}
