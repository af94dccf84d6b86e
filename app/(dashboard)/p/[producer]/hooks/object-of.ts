import { z } from "zod";

const JsonObject = z.record(z.string(), z.json());

/** The object that a text says; nothing for an empty text, and `null` for one that is no object. */
export function objectOf(text: string): z.output<typeof JsonObject> | undefined | null {
  if (text.trim() === "") return undefined;
  try {
    return JsonObject.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
