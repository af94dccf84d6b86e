import type { Ctx } from "@/server/core/ctx";
import { addPerson } from "@/server/domain/cases/involve";
import { noteOnCase } from "@/server/domain/cases/note";
import { openCase } from "@/server/domain/cases/open";

/** A case with a scan, an alert, a note and a person. */
export async function caseOf(
  ctx: Ctx,
  { scanId, alertId }: { scanId: string; alertId: string },
): Promise<string> {
  const { id } = await openCase(ctx, {
    title: "Zephyr handbags",
    summary: "Seen at the Zephyr market.",
    tags: ["zephyr"],
    links: [
      { kind: "scan", refs: [scanId] },
      { kind: "alert", refs: [alertId] },
    ],
  });
  await noteOnCase(ctx, id, { text: "Zephyr looks at it.", mentions: [] });
  await addPerson(ctx, id, {
    role: "seller",
    name: "Zephyr Seller",
    contact: "",
    note: "",
  });
  return id;
}
