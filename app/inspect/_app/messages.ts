import germanErrors from "@/app/messages/de/errors.json";
import german from "@/app/messages/de/inspect.json";
import englishErrors from "@/app/messages/en/errors.json";
import english from "@/app/messages/en/inspect.json";

/** The words of both languages, so that the language changes offline. The build compiles them. */
export const MESSAGES = {
  en: { inspect: english, errors: englishErrors },
  de: { inspect: german, errors: germanErrors },
};
