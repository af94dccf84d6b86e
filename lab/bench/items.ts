import { z } from "zod";
import type { Producer } from "./service";

const CONCURRENT_CALLS = 20;
const Created = z.object({ id: z.string() });

/** The content of an item: all items differ only in the identifier. */
export const contentOf = (identifier: string) => ({
  identifier,
  title: `Item ${identifier}`,
  image: "https://images.example/item.jpg",
  data: { batch: "2026-04", line: 7, colours: ["red", "black"] },
  verificationinfos: [
    { key: "made", label: "Made in", value: "Jena", pos: 2, visible: "always" },
    { key: "serial", label: "Serial number", value: identifier, pos: 1, visible: "verified" },
    { key: "care", label: "Care", value: ["cold", "dry"], pos: 3, visible: "always" },
  ],
});

/** Creates items and groups through the API. */
export function maker(port: number, { token }: Producer) {
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };

  const makeItem = async (identifier: string, group: string | undefined) => {
    await post("/items", contentOf(identifier));
    if (group) await post(`/groups/${group}/items/${identifier}`, {});
  };

  return {
    async group(): Promise<string> {
      const text = await post("/groups", {
        title: "Spring collection",
        data: { season: "spring" },
        verificationinfos: [{ key: "brand", label: "Brand", value: "Acme", pos: 0, visible: "always" }],
      });
      return Created.parse(JSON.parse(text)).id;
    },
    /** Creates items `<prefix>-1` to `<prefix>-<count>`, in the group if one is given; returns their identifiers. */
    async items(prefix: string, count: number, group?: string): Promise<string[]> {
      const identifiers = Array.from({ length: count }, (_, i) => `${prefix}-${i + 1}`);
      const left = identifiers.values();
      const work = async () => {
        for (const identifier of left) await makeItem(identifier, group);
      };
      await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
      return identifiers;
    },
  };
}
