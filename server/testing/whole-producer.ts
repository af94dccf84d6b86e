import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { flushCalls } from "@/server/domain/api-calls/record";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "./api";
import { openDelivering, queueAllEvents, registerHook } from "./delivering";
import { newContent, newGroup, newItem, newProducer, newScan } from "./factories";
import { newMember } from "./people";

/** A producer with rows in each table that has rows of producers. */
export interface WholeProducer extends NewProducer {
  identifier: string;
  hookId: string;
  fileId: string;
  ownerId: string;
}

/** Creates a producer with rows in each table that has rows of producers: by the rules where that is short. */
export async function newWholeProducer(): Promise<WholeProducer> {
  const producer = await newProducer();
  const { producerId, token } = producer;
  const owner = await newMember(producer, "owner");
  const groupId = await newGroup(producer, { title: "A group" });
  const identifier = await newItem(producer, { title: "An item" });
  const fileId = await newContent(producer, "text/plain", `bytes of ${producerId}`);
  const { receiver, drain } = await openDelivering(() => ({ status: 500 }));
  const { id: hookId } = await registerHook(producer, receiver.url);
  await post("/groups", { title: "Made once" }, { token, headers: { "idempotency-key": randomUUID() } });
  const scanId = await newScan(
    identifier,
    { data: { place: "a shop" } },
    { headers: { "idempotency-key": randomUUID() } },
  );
  await drain();
  await newScan(identifier);
  await queueAllEvents();
  // A last event waits for its deliveries.
  await newScan(identifier);
  const [rule, alert, batch, print, layout, batchImport, job, view, channel, oneCase, pack, inspection] =
    Array.from({ length: 12 }, newId);
  const [sighting, report, ownership] = [newId(), newId(), newId()];
  const code = `code ${producerId}`;
  const condition = { kind: "unknownIdentifiers", windowHours: 1, sightings: 1 };
  const evidence = { figures: { kind: "unknownIdentifiers", sightings: 1 }, from: 0, before: 1 };
  const { db } = runtime().database;
  const item = sql`(select id from items where identifier = ${identifier})`;
  const [whose, person] = [sql`${producerId}::uuid`, sql`${owner.id}::uuid`];
  const rows = [
    sql`insert into assessments (scan_id, producer_id, item_id, timestamp, score, reasons, evidence)
      values (${scanId}, ${whose}, ${item}, now(), 9, '{burst}', '{"burst": {"scanners": 9, "minutes": 1}}')`,
    sql`insert into sightings (id, identifier, timestamp, copyclassification, producer_id)
      values (${sighting}, 'seen', now(), 'unknown', ${whose})`,
    sql`insert into reports (id, item_id, producer_id, scan_id, timestamp, kind, text)
      values (${report}, ${item}, ${whose}, ${scanId}, now(), 'looks', 'Too light')`,
    sql`insert into report_photos (report_id, image, created_at) values (${report}, '\\x00', now())`,
    sql`insert into code_patterns (id, producer_id, kind, text, head, fixed, near, state, created_at, changed_at, sweep)
      values (${newId()}, ${whose}, 'prefix', ${code}, ${code}, 20, '{}', 'withdrawn', now(), now(), 'done')`,
    sql`insert into code_marks (producer_id, identifier, mark, at) values (${whose}, 'seen', 'dismissed', now())`,
    sql`insert into invitations (id, producer_id, email, role, hash, invited_by, expires_at)
      values (${newId()}, ${whose}, 'guest@people.test', 'viewer', sha256(${producerId}::text::bytea), ${person}, now() + interval '1 day')`,
    sql`insert into alert_rules (id, producer_id, name, condition, cool_down_hours, evaluated_until, created_at, updated_at)
      values (${rule}, ${whose}, 'A rule', ${JSON.stringify(condition)}::text::jsonb, 1, now(), now(), now())`,
    sql`insert into alert_watchers (rule_id, producer_id, person_id) values (${rule}, ${whose}, ${person})`,
    sql`insert into alerts (id, producer_id, rule_id, rule_name, condition, opened_at, evidence) values (${alert}, ${whose}, ${rule},
      'A rule', ${JSON.stringify(condition)}::text::jsonb, now(), ${JSON.stringify(evidence)}::text::jsonb)`,
    sql`insert into alert_notes (alert_id, at, actor_id, actor_name, text) values (${alert}, now(), 'a', 'Ada', 'Seen')`,
    sql`insert into alert_mails (alert_id, person_id, due_at) values (${alert}, ${person}, now())`,
    sql`insert into cases (id, producer_id, number, title, summary, owner_id, created_at, updated_at)
      values (${oneCase}, ${whose}, 1, 'A case', '', ${person}, now(), now())`,
    sql`insert into case_links (case_id, producer_id, kind, scan_id, added_at, added_by)
      values (${oneCase}, ${whose}, 'scan', ${scanId}, now(), 'Ada')`,
    sql`insert into case_entries (case_id, at, actor_id, actor_name, kind) values (${oneCase}, now(), 'a', 'Ada', 'opened')`,
    sql`insert into case_people (id, case_id, role, name, contact, note, created_at)
      values (${newId()}, ${oneCase}, 'seller', 'Sam', '', '', now())`,
    sql`insert into evidence_packs (id, case_id, producer_id, number, job_id, language, actor_id, actor_name, requested_at)
      values (${pack}, ${oneCase}, ${whose}, 1, ${newId()}, 'en', 'a', 'Ada', now())`,
    sql`insert into evidence_files (pack_id, path, sha256, size, body) values (${pack}, 'README.txt', sha256('x'), 1, 'x')`,
    sql`insert into inspections (id, producer_id, person_id, key, code, note, is_flagged, device_time, case_id, created_at)
      values (${inspection}, ${whose}, ${person}, ${newId()}, 'seen', '', false, now(), ${oneCase}, now())`,
    sql`insert into inspection_photos (inspection_id, name, content_id)
      select ${inspection}, 'front', id from contents where producer_id = ${whose} limit 1`,
    sql`insert into alert_channels (id, producer_id, name, kind, url, host, locale, all_rules, created_at, updated_at)
      values (${channel}, ${whose}, 'A channel', 'slack', 'sealed', 'chat.test', 'en', false, now(), now())`,
    sql`insert into alert_channel_rules (channel_id, rule_id, producer_id) values (${channel}, ${rule}, ${whose})`,
    sql`insert into alert_mails (alert_id, channel_id, due_at) values (${alert}, ${channel}, now())`,
    sql`insert into code_batches (id, producer_id, pattern, count, generated, is_reserved, group_id, actor_type, actor_id, actor_name,
      created_at) values (${batch}, ${whose}, 'AAA', 1, 1, true, ${groupId}, 'user', 'a', 'Ada', now())`,
    sql`insert into identifiers (identifier, producer_id) values (${code}, ${whose})`,
    sql`insert into batch_codes (batch_id, position, identifier) values (${batch}, 1, ${code})`,
    sql`insert into label_layouts (id, producer_id, name, settings, updated_at)
      values (${layout}, ${whose}, 'A layout', '{"width": 40.50}', now())`,
    sql`insert into label_prints (id, producer_id, format, settings, skip, batch_id, first_position, count, reprinted, actor_type,
      actor_id, actor_name, at) values (${print}, ${whose}, 'pdf', '{}', 0, ${batch}, 1, 1, 0, 'user', 'a', 'Ada', now())`,
    sql`insert into printed_labels (print_id, position, identifier) values (${print}, 1, ${identifier})`,
    sql`insert into imports (id, producer_id, kind, state, file_name, headers, mapping, mode, rows, actor_name, created_at, updated_at)
      values (${batchImport}, ${whose}, 'items', 'open', 'a.csv', '["a"]', '["identifier"]', 'create', 1, 'Ada', now(), now())`,
    sql`insert into import_rows (import_id, number, cells) values (${batchImport}, 2, '["text", ["number", "1.50"]]')`,
    sql`insert into jobs (id, producer_id, kind, input, name, actor_type, actor_id, actor_name, state, done, result, requested_at,
      turn_at) values (${job}, ${whose}, 'itemChange', '{}', 'A job', 'user', 'a', 'Ada', 'running', 0, '{}', now(), now())`,
    sql`insert into job_changes (job_id, item_id, position) values (${job}, ${item}, 1)`,
    sql`insert into saved_views (id, producer_id, list, name, query, private_to, owner_id, created_at, updated_at)
      values (${view}, ${whose}, 'items', 'My view', 'q=a', ${person}, ${person}, now(), now())`,
    sql`insert into erasures (id, producer_id, kind, scan_id, requested_at, requested_by, requested_by_name)
      values (${newId()}, ${whose}, 'scan', ${scanId}, now(), ${person}, 'Ada')`,
    sql`insert into retention_cursors (producer_id, kind, done_to, done_to_id) values (${whose}, 'reports', now(), ${newId()})`,
    // Full, and measured: sums of bytes agree in each cell.
    sql`update producers set record_quota = 1, storage_measured_at = now() where id = ${whose}`,
    sql`insert into activation_settings (producer_id, is_on, warranty_months, secret, updated_at)
      values (${whose}, true, 24, 'sealed', now())`,
    sql`insert into ownerships (id, producer_id, item_id, email, locale, activated_at, began_at)
      values (${ownership}, ${whose}, ${item}, 'owner@people.test', 'en', now(), now())`,
    sql`insert into owner_links (id, producer_id, ownership_id, hash, created_at)
      values (${newId()}, ${whose}, ${ownership}, sha256(${ownership}::text::bytea), now())`,
    sql`insert into ownership_requests (id, producer_id, item_id, kind, ownership_id, email, locale, hash, created_at, expires_at)
      values (${newId()}, ${whose}, ${item}, 'transfer', ${ownership}, 'next@people.test', 'en', sha256(${ownership}::text::bytea),
        now(), now() + interval '7 days')`,
    sql`insert into full_producers (producer_id) values (${whose}) on conflict do nothing`,
  ];
  for (const row of rows) await db.execute(row);
  await flushCalls();
  return { ...producer, identifier, hookId, fileId, ownerId: owner.id };
}
