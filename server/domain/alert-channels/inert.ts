/** Zero-width, so that nothing is seen of it. */
const BREAK = "\u200b";

/**
 * Text of others for chat programs: reads the same, and becomes no link, no mention and no markup. Programs that take Slack's
 * messages also know Markdown, and make links of what looks like a domain.
 */
export const inert = (text: string): string =>
  text.replaceAll(/\s+/g, " ").replaceAll(/[@#<>[\]()*_~`|!\\]|[.:/](?=\S)/g, `$&${BREAK}`);

/** The same as Slack's text, where three characters are escaped. */
export const inertForSlack = (text: string): string =>
  inert(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
