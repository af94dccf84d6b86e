/** The methods of next-auth's routes. next-auth itself refuses paths that are not listed. */
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

/** The methods that a route of next-auth allows; undefined for any other path. */
export const methodsOf = ([action = "", provider = ""]: string[]): readonly string[] | undefined =>
  known(`${action}/${provider}`) ?? known(action);

/** Whether a text is an error code as next-auth and `waitWord` write it; it becomes part of a header. */
const isWord = (text: string) => /^[\w:-]{1,100}$/.test(text);

/** The URL and path segments without error codes that no page knows. */
export function withKnownError(url: URL, segments: string[]): { url: URL; segments: string[] } {
  const cleaned = new URL(url);
  if (!cleaned.searchParams.getAll("error").every(isWord)) cleaned.searchParams.delete("error");
  const [action = "", ...rest] = segments;
  return { url: cleaned, segments: [action, ...rest.filter(isWord)] };
}
