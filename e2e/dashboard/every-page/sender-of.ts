import type { z } from "zod";

/** Returns the function that makes POST calls of the API with a token, and reads their answers. @throws for an error */
export const senderOf =
  (baseURL: string, token: string) =>
  async <T>(schema: z.ZodType<T>, path: string, body: object, headers = {}): Promise<T> => {
    const answer = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token, ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`);
    return schema.parse(text === "" ? undefined : JSON.parse(text));
  };
