import type { ReactNode } from "react";
import type { Namespace } from "../messages/catalogue";
import { loadMessages } from "../messages/load";
import { currentLocale } from "../request/request";
import { MoreWords } from "./more-words";

/** Provides messages of some namespaces to a page, beside those of every page (`common`, `errors`, `shell`). */
export async function Words({ of, children }: { of: Namespace[]; children: ReactNode }) {
  return <MoreWords messages={await loadMessages(await currentLocale(), of)}>{children}</MoreWords>;
}
