const MAX_CHARACTERS = 2000;

/**
 * The reason why a URL cannot be that of a receiver, as a sentence; undefined where it can. Checks only the URL itself:
 * the addresses of its host may change, so they are checked at every connection.
 */
export function refuseUrl(url: string): string | undefined {
  if (url.length > MAX_CHARACTERS) return `The url is longer than ${MAX_CHARACTERS} characters.`;
  if (/\p{Cc}/u.test(url)) return "The url contains a control character.";
  if (!URL.canParse(url)) return "The url is not a valid absolute url.";
  const { protocol, hostname, port, username, password } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return "The url is neither http nor https.";
  if (username !== "" || password !== "") return "The url carries a user name or password.";
  if (hostname === "") return "The url has no host.";
  if (port === "0") return "The url has the port 0.";
  return undefined;
}
