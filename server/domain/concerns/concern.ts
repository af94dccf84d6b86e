import type { ConcernKind } from "@/server/core/concerns";
import type { Links } from "@/server/domain/cases/schema";

/** Fakes of a country or group among its scans; of all scans where neither stands out. */
export interface FakeRate {
  fakes: number;
  scans: number;
}

/** Something that is wrong now: what, where, on which items and since when. Times are in milliseconds. */
export interface Concern {
  /** Names the concern in later calls. */
  key: string;
  kind: ConcernKind;
  /** Scans, or reports, in the days of the concerns. */
  count: number;
  /** Only for fakes. */
  rate: FakeRate | null;
  /** The country (`ZZ` where it is unknown) or group that the concern is about, or that most of its rows have. */
  country: string | null;
  group: { id: string; title: string | null } | null;
  /** Distinct items or unregistered codes. */
  things: number;
  /** Whether there are rows that were not examined, so that there may be more items or codes; more scans or reports, too, where there is no rate. */
  isCut: boolean;
  /** The start of the first UTC day. */
  since: number;
  /** Whether it may have begun before: earlier days were not examined. */
  isOlder: boolean;
  /** The number on each of the last 28 UTC days, the oldest first. */
  days: number[];
  /** An open case that has rows of the concern. */
  inCase: { id: string; number: number; title: string } | null;
  /** The newest open or acknowledged alert of the same matter. */
  alert: { id: string; ruleName: string } | null;
}

/** A concern as its source finds it, with its newest rows. */
export interface Found extends Omit<Concern, "inCase" | "alert"> {
  links: Links;
}
