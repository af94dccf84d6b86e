import type { Metadata } from "next";
import type { Namespace } from "@/app/messages/catalogue";
import { loadMessages } from "@/app/messages/load";
import { currentLocale } from "./request";

/** The title of a page for the browser's tab: the namespace's word `title`, or another of its words without gaps. */
export async function pageTitle(namespace: Namespace, key = "title"): Promise<Metadata> {
  let word: unknown = (await loadMessages(await currentLocale(), [namespace]))[namespace];
  for (const step of key.split("."))
    word =
      typeof word === "object" && word !== null
        ? Object.entries(word).find(([name]) => name === step)?.[1]
        : undefined;
  return typeof word === "string" ? { title: word } : {};
}
