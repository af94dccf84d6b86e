import type { z } from "zod";
import { parsed } from "@/server/core/parsed";
import { readBytes } from "@/server/http/body";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import type { Visitor } from "./visitor";

export const MAX_FORM_BYTES = 32 * 1024;

/**
 * Parses a form of the verify page.
 *
 * @throws 403 for forms of other origins, 400 for invalid ones.
 */
export async function formOf<T>({ request }: Visitor, fields: z.ZodType<T>): Promise<T> {
  refuseOtherOrigins(request.headers);
  const text = Buffer.from(await readBytes(request, { maxBytes: MAX_FORM_BYTES })).toString();
  return parsed(fields, Object.fromEntries(new URLSearchParams(text)));
}
