import type { Snapshot } from "@/db/schema/events";
import { HOUR_MS } from "@/server/core/time";
import { floorTo } from "@/server/domain/alerts/incidents";
import type { State } from "@/server/domain/alerts/schema";
import type { EventName } from "@/server/events/catalogue";

/** The producer and the time of a sample's rows. */
interface Origin {
  producerId: string;
  at: Date;
}

type Rows = Omit<Snapshot, "producer">;
/** A row as the database stores it, including its id. */
type Row<Noun extends keyof Rows> = (origin: {
  producerId: string;
  at: string;
}) => NonNullable<Rows[Noun]> & { id?: unknown };

// No real row has these ids, since real ids begin with a time.
const GROUP_ID = "00000000-0000-4000-8000-000000000001";
const SCAN_ID = "00000000-0000-4000-8000-000000000002";
const CONTENT_ID = "00000000-0000-4000-8000-000000000003";
const ALERT_ID = "00000000-0000-4000-8000-000000000007";
const CASE_ID = "00000000-0000-4000-8000-000000000009";
const RULE_ID = "00000000-0000-4000-8000-000000000008";
const TOKEN_ID = "00000000-0000-4000-8000-000000000005";
const PERSON_ID = "00000000-0000-4000-8000-000000000006";
const IDENTIFIER = "test-item";

const item =
  (fields: Partial<NonNullable<Rows["item"]>> = {}): Row<"item"> =>
  ({ producerId, at }) => ({
    id: 0,
    identifier: IDENTIFIER,
    producer_id: producerId,
    group_id: null,
    title: "Test item",
    image: "https://example.com/test-item.jpg",
    data: { test: true },
    verificationinfos: [
      { key: "serial", pos: 1, label: "Test serial number", value: "TEST-1", visible: "always" },
    ],
    scans: 0,
    fakes: 0,
    created_at: at,
    updated_at: at,
    invalidated_at: null,
    ...fields,
  });

const group: Row<"group"> = ({ producerId, at }) => ({
  id: GROUP_ID,
  producer_id: producerId,
  title: "Test group",
  image: null,
  data: { test: true },
  verificationinfos: [],
  created_at: at,
  updated_at: at,
});

const scan: Row<"scan"> = ({ producerId, at }) => ({
  id: SCAN_ID,
  item_id: 0,
  producer_id: producerId,
  identifier: IDENTIFIER,
  timestamp: at,
  copyclassification: "original",
  latitude: 53.55,
  longitude: 10,
  country: "DE",
  continent: "EU",
  data: { test: true },
  software_info: { name: "Test scanner", versionApp: "1.0" },
  device_info: { os: "ios", model: "Test device" },
  os: "ios",
  device: "Test device",
  softwareversion: "1.0",
  creator: null,
  group_id: null,
  coarse: false,
  data_dropped: false,
  erased_at: null,
});

const content: Row<"content"> = ({ producerId, at }) => ({
  id: CONTENT_ID,
  producer_id: producerId,
  content_type: "image/png",
  size: 67,
  sha256: null,
  name: "Test content",
  description: "A test of a hook; there is no such content",
  scan_id: null,
  scan_place: null,
  created_at: at,
});

const alert =
  (state: State): Row<"alert"> =>
  ({ at }) => {
    const hour = floorTo(HOUR_MS, Date.parse(at));
    return {
      id: ALERT_ID,
      rule_id: RULE_ID,
      rule_name: "Test rule",
      condition: { kind: "unknownIdentifiers", windowHours: 1, sightings: 5 },
      opened_at: at,
      evidence: {
        figures: { kind: "unknownIdentifiers", sightings: 6 },
        from: hour - HOUR_MS,
        before: hour + HOUR_MS,
      },
      state,
    };
  };

const changedCase: Row<"case"> = ({ at }) => ({
  id: CASE_ID,
  number: 1,
  title: "Test case",
  state: "confirmed",
  owner_id: PERSON_ID,
  owner_name: "Test person",
  due_on: null,
  tags: ["test"],
  created_at: at,
  updated_at: at,
  decided_at: at,
  closed_at: null,
  change: "moved",
});

const auditEvent: Row<"auditEvent"> = ({ at }) => ({
  id: 0,
  at,
  action: "tokenCreated",
  actor_type: "user",
  actor_id: PERSON_ID,
  actor_name: "Test person",
  target_kind: "token",
  target_id: TOKEN_ID,
  target_name: "Test token",
  changes: [],
  request_id: "test",
});

/** The entities of each event, except the producer. */
const SAMPLES: Record<EventName, { [Noun in keyof Rows]?: Row<Noun> }> = {
  contentCreated: { content },
  contentDeleted: { content },
  groupCreated: { group },
  groupDeleted: { group },
  groupModified: { group },
  itemAddedToGroup: { item: item({ group_id: GROUP_ID }), group },
  itemCreated: { item: item() },
  itemDeleted: { item: item() },
  itemDeletedFromGroup: { item: item(), group },
  itemInvalidated: { item: (origin) => item({ invalidated_at: origin.at })(origin) },
  itemModified: { item: item() },
  itemScanned: { scan, item: item({ scans: 1 }) },
  alertOpened: { alert: alert("open") },
  alertResolved: { alert: alert("confirmed") },
  auditEventRecorded: { auditEvent },
  caseChanged: { case: changedCase },
};

/**
 * A sample snapshot of an event, without the producer; used by test deliveries and the documentation. Only names, ids and
 * data mark it as a sample, so that bodies have their usual form.
 */
export function sampleOf(event: EventName, { producerId, at }: Origin): Rows {
  const origin = { producerId, at: at.toISOString() };
  const { item, group, scan, content, alert, auditEvent, case: changed } = SAMPLES[event];
  return {
    item: item?.(origin),
    group: group?.(origin),
    scan: scan?.(origin),
    content: content?.(origin),
    alert: alert?.(origin),
    case: changed?.(origin),
    auditEvent: auditEvent?.(origin),
  };
}
