// Holds decision 0065.
import path from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { urlOfDatabase } from "./address";
import { readMigrations } from "./migration-files";

/** What a schema offers to builds, and what it asks of the rows that they write. */
interface Schema {
  /** Tables and columns by name. */
  names: Set<string>;
  offers: Set<string>;
  /** With the names that builds must know to be hit by it. */
  demands: Map<string, readonly string[]>;
}

/** Reads the schema. A column that may not be null and has no default is asked of all who know its table. */
async function readSchema(sql: Sql): Promise<Schema> {
  const columns = await sql<{ relation: string; name: string; kind: string; isFree: boolean }[]>`
    select relname as relation, relname || '.' || attname as name,
      format_type(atttypid, atttypmod) || attidentity::text || attgenerated::text as kind,
      not attnotnull or atthasdef or attidentity <> '' as "isFree"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`;
  const offered = await sql<{ offer: string }[]>`
    select 'key ' || replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as offer
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace
    union all
    select 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ') ' || pg_get_function_result(oid)
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'trigger ' || tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal`;
  const asked = await sql<{ demand: string; of: string[] }[]>`
    select 'constraint ' || conname || ' on ' || owner.relname as demand,
      array(select owner.relname || '.' || attname from pg_attribute where attrelid = conrelid and attnum = any(conkey))
        -- Rows of builds that know only the other table cannot be deleted any more.
        || array(select other.relname || '.' || attname from pg_attribute
          where attrelid = confrelid and attnum = any(confkey) and confdeltype in ('a', 'r')) as of
    from pg_constraint join pg_class as owner on owner.oid = conrelid left join pg_class as other on other.oid = confrelid
    where contype in ('c', 'f', 'u', 'x', 'p') and connamespace = 'public'::regnamespace
    union all
    select 'key ' || replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '),
      array(select relname || '.' || attname from pg_attribute where attrelid = indrelid and attnum = any(indkey))
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace`;
  return {
    names: new Set(columns.flatMap(({ relation, name }) => [relation, name])),
    offers: new Set([
      ...columns.map(
        ({ name, kind, isFree }) => `column ${name} ${kind}${isFree ? ", may be left out" : ""}`,
      ),
      ...offered.map(({ offer }) => offer),
    ]),
    demands: new Map<string, readonly string[]>([
      ...asked.map(({ demand, of }) => [demand, of] as const),
      ...columns.flatMap(({ relation, name, isFree }) =>
        isFree ? [] : [[`value of ${name}`, [relation]] as const],
      ),
    ]),
  };
}

/** What builds for the schema `before` lose in `after`, and what is newly asked of them. */
function breaksOf(before: Schema, after: Schema): string[] {
  const lost = [...before.offers].filter((offer) => !after.offers.has(offer));
  const added = [...after.demands].flatMap(([demand, of]) =>
    !before.demands.has(demand) && of.some((name) => before.names.has(name)) ? [demand] : [],
  );
  return [...lost.map((offer) => `takes ${offer}`), ...added.map((demand) => `asks for ${demand}`)];
}

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened) await close();
});

/** An empty database, with one session. */
async function openDatabase(title: string): Promise<Sql> {
  const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
  const name = `${inject("template")}_${process.pid}_${title}`;
  await admin`create database ${admin(name)}`;
  const sql = postgres(urlOfDatabase(inject("adminUrl"), name), { max: 1, onnotice: () => {} });
  opened.push(async () => {
    await sql.end();
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });
  return sql;
}

/** Runs statements and returns what they break. */
async function breaksBy(sql: Sql, statements: string[]): Promise<string[]> {
  const before = await readSchema(sql);
  for (const statement of statements) await sql.unsafe(statement);
  return breaksOf(before, await readSchema(sql));
}

/** What older builds do not notice. */
const UNNOTICED = {
  // Ids begin with the time, and the bounds are one or two weeks ahead. Migration 0048 drops them.
  "0046_partition-bounds": [
    "asks for constraint attempts_bound on attempts",
    "asks for constraint deliveries_bound on deliveries",
    "asks for constraint events_bound on events",
  ],
  // Attempts are looked up by their delivery alone.
  "0048_partitions": ["takes key CREATE UNIQUE INDEX attempts_pkey ON public.attempts USING btree (id)"],
  // Ids are unique by themselves, and older builds delete no producer.
  "0054_sandboxes": [
    "asks for constraint producers_in_sandbox on producers",
    "asks for constraint producers_sandbox_of on producers",
    "asks for key CREATE UNIQUE INDEX producers_in_sandbox ON public.producers USING btree (id, sandbox)",
  ],
  // Identifiers are unique by themselves as long as there are no sandboxes.
  "0055_keys-of-sandboxes": [
    "asks for key CREATE UNIQUE INDEX batch_codes_in_sandbox ON public.batch_codes USING btree (identifier, sandbox)",
    "asks for key CREATE UNIQUE INDEX identifiers_in_sandbox ON public.identifiers USING btree (identifier, sandbox)",
    "asks for key CREATE UNIQUE INDEX identifiers_of_producer_in_sandbox ON public.identifiers USING btree (identifier, sandbox, producer_id)",
    "asks for key CREATE UNIQUE INDEX items_in_sandbox ON public.items USING btree (identifier, sandbox) WHERE (deleted_at IS NULL)",
  ],
  // Older builds write notices of people alone, with a person, and find no channel's by the person that they look for.
  "0063_alert-notices": [
    "asks for constraint alert_mails_one_recipient on alert_mails",
    "asks for key CREATE UNIQUE INDEX alert_mails_of_channel ON public.alert_mails USING btree (channel_id, alert_id) WHERE (channel_id IS NOT NULL)",
    "takes column alert_mails.person_id uuid",
  ],
  // Older builds delete rows of items of sandboxes alone, which have no verify page and so no owner.
  "0067_ownership": [
    "asks for constraint ownership_requests_item_of_producer on ownership_requests",
    "asks for constraint ownerships_item_of_producer on ownerships",
  ],
  // Older builds create no visitor, and must not give the visitor of newer ones a password or rights.
  "0070_public-demo": ["asks for constraint people_demo_visitor on people"],
};

test("a migration marked as an expansion takes nothing from older builds, and asks nothing new of them", async () => {
  const sql = await openDatabase("expand");
  const broken: Record<string, string[]> = {};
  for (const { tag, statements, mark } of readMigrations(path.resolve("db/migrations"))) {
    // As `migrateDatabase` applies it.
    const applied = mark?.isOutsideTransaction ? statements : ["begin", ...statements, "commit"];
    const breaks = await breaksBy(sql, applied);
    if (mark?.kind === "expand" && breaks.length > 0) broken[tag] = breaks.toSorted();
  }
  expect(broken).toEqual(UNNOTICED);
});

const THINGS = `create table things (id int primary key, name text not null default '', size int, unique (name));
  create function size_of(name text) returns int language sql as 'select 1'`;

let things: Promise<Sql> | undefined;

/** What a statement breaks for builds that know `things`. */
async function breaksOnThings(statement: string): Promise<string[]> {
  things ??= openDatabase("things");
  const sql = await things;
  await sql`begin`;
  await sql.unsafe(THINGS);
  const breaks = await breaksBy(sql, [statement]);
  await sql`rollback`;
  return breaks;
}

test.each([
  ["alter table things drop column size", "takes column things.size integer, may be left out"],
  ["alter table things rename column size to width", "takes column things.size integer, may be left out"],
  ["alter table things alter column size type bigint", "takes column things.size integer, may be left out"],
  [
    "alter table things alter column name drop default",
    "takes column things.name text, may be left out",
    "asks for value of things.name",
  ],
  [
    "alter table things alter column size set not null",
    "takes column things.size integer, may be left out",
    "asks for value of things.size",
  ],
  ["alter table things add column color text not null", "asks for value of things.color"],
  ["alter table things add constraint small check (size < 9)", "asks for constraint small on things"],
  [
    "create unique index by_size on things (size)",
    "asks for key CREATE UNIQUE INDEX by_size ON public.things USING btree (size)",
  ],
  [
    "alter table things drop constraint things_name_key",
    "takes key CREATE UNIQUE INDEX things_name_key ON public.things USING btree (name)",
  ],
  ["drop function size_of", "takes function size_of(name text) integer"],
  ["create table parts (thing int references things (id))", "asks for constraint parts_thing_fkey on parts"],
])("found in a migration: %s", async (statement, ...breaks) => {
  expect(await breaksOnThings(statement)).toEqual(breaks);
});

test.each([
  "alter table things add column color text check (color <> '')",
  "alter table things add column color text not null default 'red'",
  "create table parts (id int primary key, thing int not null references things (id) on delete cascade, unique (thing))",
  "create index by_size on things (size)",
  "alter table things alter column name set default 'new'",
  "alter table things alter column name drop not null",
])("no harm to older builds: %s", async (statement) => {
  expect(await breaksOnThings(statement)).toEqual([]);
});
