/** Where a database is reached. */
export interface DatabaseAddress {
  /** For statements and transactions; with several hosts (`host1:5432,host2:5432`), whichever of them is the primary. */
  url: string;
  /** For work that needs a session of its own: migrations and LISTEN. */
  directUrl: string;
  /** Whether `url` leads to a pooler, which gives each transaction another session. */
  isPooled: boolean;
}

/** The address of a server that is reached without a pooler. */
export const directly = (url: string): DatabaseAddress => ({ url, directUrl: url, isPooled: false });

const PARTS = /^(?<start>[^:]+:\/\/(?:[^/?]*@)?)(?<hosts>[^/?]*)(?<path>\/[^?]*)?(?<query>\?.*)?$/;

// `new URL` refuses several hosts.
const partsOf = (url: string) => PARTS.exec(url)?.groups ?? {};

/** Whether a URL names several hosts. The comma of a socket folder is escaped. */
export const hasSeveralHosts = (url: string): boolean => partsOf(url).hosts?.includes(",") ?? false;

/** The URL of another database on the same servers. */
export function urlOfDatabase(url: string, name: string): string {
  const { start = "", hosts = "", query = "" } = partsOf(url);
  return `${start}${hosts}/${name}${query}`;
}

/** A URL without user, password and parameters, for messages. */
export function placeOf(url: string): string {
  const { hosts = "", path = "" } = partsOf(url);
  return `${hosts}${path}`;
}
