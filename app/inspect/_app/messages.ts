import germanErrors from "@/app/messages/de/errors.json";
import german from "@/app/messages/de/inspect.json";
import germanInspections from "@/app/messages/de/inspections.json";
import englishErrors from "@/app/messages/en/errors.json";
import english from "@/app/messages/en/inspect.json";
import englishInspections from "@/app/messages/en/inspections.json";

/** The words of both languages, so that the language changes offline. The build compiles them. */
export const MESSAGES = {
  en: { inspect: english, inspections: englishInspections, errors: englishErrors },
  de: { inspect: german, inspections: germanInspections, errors: germanErrors },
};
