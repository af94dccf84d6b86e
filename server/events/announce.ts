import type { Sql } from "postgres";

/** So many producers have their turn at once. */
const WALKED = 200;

/*
 * Makes events, and by them deliveries, of scans that were noted: of each producer the oldest, then the next, so that
 * nobody's many keep others waiting. The walk from producer to producer begins after `$1`; about `$2` deliveries come of it.
 */
const ANNOUNCE = `
  with recursive walk as (
    (select producer_id, 1 as steps from unannounced_scans where producer_id > $1 order by producer_id limit 1)
    union all
    select (select next.producer_id from unannounced_scans next
        where next.producer_id > walk.producer_id order by next.producer_id limit 1),
      steps + 1
    from walk where walk.producer_id is not null and steps < ${WALKED}
  ), noted as materialized (
    select of_producer.*, row_number() over (partition by of_producer.producer_id order by of_producer.id) as nth from walk cross join lateral (
      select producer_id, id, cardinality(hooks) as deliveries from unannounced_scans
      where unannounced_scans.producer_id = walk.producer_id
      order by id limit greatest(1, $2 / (select count(producer_id) from walk)) for update skip locked
    ) of_producer
  ), told as materialized (
    select producer_id, id from (
      select *, sum(deliveries) over (order by nth, id) - deliveries as before from noted
    ) in_turn
    where before < $2
  ), taken as (
    delete from unannounced_scans using told
    where unannounced_scans.producer_id = told.producer_id and unannounced_scans.id = told.id
    returning unannounced_scans.*
  ), announced as (
    insert into events (id, type, producer_id, hooks, created_at, snapshot)
    select id, 'itemScanned', producer_id, hooks, (scan).timestamp, jsonb_build_object(
      'producer', producer, 'scan', to_jsonb(scan), 'item', to_jsonb(item), 'group', to_jsonb("group"))
    from taken
    returning id
  )
  select (select count(*)::int from announced) as announced,
    (select producer_id from walk where steps = ${WALKED}) as "walkedTo"`;

const BEFORE_ALL_PRODUCERS = "00000000-0000-0000-0000-000000000000";

/**
 * What announces scans that were recorded: it makes their events, of about so many deliveries, and returns how many it
 * made. Any number of processes may do so at once; none left means that nothing is, or that others are at it.
 */
export function openAnnouncer(client: Sql): (most: number) => Promise<number> {
  let walkedTo = BEFORE_ALL_PRODUCERS;
  return async function announce(most): Promise<number> {
    const begunAt = walkedTo;
    // Where this fails, the next one walks elsewhere.
    walkedTo = BEFORE_ALL_PRODUCERS;
    const [done] = await client.unsafe<{ announced: number; walkedTo: string | null }[]>(
      ANNOUNCE,
      [begunAt, most],
      { prepare: true },
    );
    walkedTo = done?.walkedTo ?? BEFORE_ALL_PRODUCERS;
    const announced = done?.announced ?? 0;
    return announced === 0 && begunAt !== BEFORE_ALL_PRODUCERS ? announce(most) : announced;
  };
}
