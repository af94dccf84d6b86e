import postgres from "postgres";

/** A running cluster. */
export interface Cluster {
  /** The address of the database to be restored, for postgres.js, as a role with the rights that the README lists. */
  url: string;
  /** Its data folder, where this process can read it. Without it, the server reads its files. */
  folder?: string | undefined;
}

/** What the copies of a cluster depend on. */
export interface ServerFacts {
  major: number;
  systemId: string;
  database: string;
  /** The role that the cluster was made with. */
  owner: string;
  timeline: number;
  segmentBytes: number;
}

/** Runs work on one session of the cluster, and closes it. */
export async function onSession<T>({ url }: Cluster, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: "assay-backup", statement_timeout: 0 },
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The only row of a result. */
export function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("The server returned no row.");
  return row;
}

/** Reads what the copies depend on. The timeline is that of the log being written. */
export const readFacts = async (sql: postgres.Sql): Promise<ServerFacts> =>
  only(
    await sql<ServerFacts[]>`
      select current_setting('server_version_num')::int / 10000 as major, system_identifier::text as "systemId",
        current_database() as database, pg_get_userbyid(10) as owner,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
        pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentBytes"
      from pg_control_system()`,
  );
