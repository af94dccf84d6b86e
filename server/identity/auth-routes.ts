/** The methods of next-auth's routes; of one that is not here, it says itself that there is none. */
const METHODS: Record<string, readonly string[]> = {
  providers: ["GET"],
  session: ["GET", "POST"],
  csrf: ["GET"],
  signin: ["GET", "POST"],
  signout: ["GET", "POST"],
  callback: ["GET", "POST"],
  "callback/credentials": ["POST"],
  error: ["GET"],
  "verify-request": ["GET"],
  _log: ["POST"],
};

const known = (name: string) => (Object.hasOwn(METHODS, name) ? METHODS[name] : undefined);

/** The methods that the route allows, where it is one of next-auth's. */
export const methodsOf = ([action = "", provider = ""]: string[]): readonly string[] | undefined =>
  known(`${action}/${provider}`) ?? known(action);

/** A word for the page, as next-auth and `waitWord` write it: it becomes part of a header. */
const isWord = (text: string) => /^[\w:-]{1,100}$/.test(text);

/** The path and the query without an error that no page knows. */
export function withKnownError(url: URL, segments: string[]): { url: URL; segments: string[] } {
  const told = new URL(url);
  if (!told.searchParams.getAll("error").every(isWord)) told.searchParams.delete("error");
  const [action = "", ...rest] = segments;
  return { url: told, segments: [action, ...rest.filter(isWord)] };
}
