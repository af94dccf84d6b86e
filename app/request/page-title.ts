import type { Metadata } from "next";
import type { Namespace } from "@/app/messages/catalogue";
import { loadMessages } from "@/app/messages/load";
import { currentLocale } from "./request";

/** Title of a page for the browser tab: the namespace's message `title`, or another message without placeholders. */
export async function pageTitle(namespace: Namespace, key = "title"): Promise<Metadata> {
  let word: unknown = (await loadMessages(await currentLocale(), [namespace]))[namespace];
  for (const step of key.split("."))
    word =
      typeof word === "object" && word !== null
        ? Object.entries(word).find(([name]) => name === step)?.[1]
        : undefined;
  return typeof word === "string" ? { title: word } : {};
}
