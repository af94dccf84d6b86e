import type { Language } from "@/server/domain/people/schema";
import type { Words } from "./words";
import { DE } from "./words-de";
import { EN } from "./words-en";

export const WORDS: Record<Language, Words> = { en: EN, de: DE };
