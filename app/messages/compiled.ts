import compile from "icu-minify/compile";
import type { AbstractIntlMessages } from "use-intl";

/** Messages as pages format them: their syntax is read on the server, so that browsers load no parser (`next.config.ts`). */
export const compiled = <Messages extends AbstractIntlMessages>(messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, one]): readonly unknown[] => [
      key,
      // A clone, because React passes no objects without a prototype to the browser.
      typeof one === "string" ? structuredClone(compile(one)) : compiled(one),
    ]),
  );
