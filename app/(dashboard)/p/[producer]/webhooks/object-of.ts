import { z } from "zod";

const JsonObject = z.record(z.string(), z.json());

/** Parse a JSON object; undefined for empty text, `null` for anything else. */
export function objectOf(text: string): z.output<typeof JsonObject> | undefined | null {
  if (text.trim() === "") return undefined;
  try {
    return JsonObject.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
