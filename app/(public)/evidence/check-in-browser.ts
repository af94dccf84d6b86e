import { type Checked, canCheckSignatures, checkPack, openArchive } from "@assay/evidence";
import { z } from "zod";

const Keys = z.object({
  keys: z.array(
    z.object({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string(), kid: z.string() }),
  ),
});

async function publishedKeys() {
  const response = await fetch("/.well-known/evidence-keys.json");
  return Keys.parse(await response.json()).keys;
}

/** Why a pack could not be checked: its archive, the published keys, or a browser that checks no signatures. */
export type WhyNot = "unreadable" | "keys" | "browser";

/** Checks a pack with the published keys. */
export async function checkInBrowser(
  file: Blob,
  onProgress: (share: number) => void,
): Promise<Checked | { why: WhyNot }> {
  let keys: Awaited<ReturnType<typeof publishedKeys>>;
  try {
    keys = await publishedKeys();
  } catch {
    return { why: "keys" };
  }
  try {
    const archive = await openArchive(file);
    let shown = 0;
    const checked = await checkPack(archive, keys, (done, total) => {
      // One redraw for each hundredth.
      const share = total === 0 ? 1 : done / total;
      if (share - shown < 0.01) return;
      shown = share;
      onProgress(share);
    });
    await archive.close();
    return checked;
  } catch {
    return { why: (await canCheckSignatures()) ? "unreadable" : "browser" };
  }
}
