import { and, eq, isNull } from "drizzle-orm";
import { alertNotes } from "@/db/schema/alert-notes";
import { alerts } from "@/db/schema/alerts";
import { actorIn, type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, invalid } from "@/server/core/errors";
import { emitAlert } from "@/server/events/emit-alert";
import { ownedAlert } from "./read";
import { BEFORE, MAX_NOTES, type Step } from "./schema";

interface Note {
  alertId: string;
  state: Step | null;
  text: string;
}

async function insertNote(ctx: Ctx, { alertId, state, text }: Note, at = new Date()): Promise<void> {
  const { id: actorId, name: actorName } = actorIn(ctx);
  await ctx.db.insert(alertNotes).values({ alertId, at, actorId, actorName, state, text });
}

/**
 * Adds a note to an alert.
 * @throws 400 for an empty note or beyond 200 notes, 404 if the caller has no such alert
 */
export const noteAlert = (ctx: Ctx, id: string, text: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const alert = await ownedAlert(ctx, id);
    if (text === "") throw invalid("note-empty", "A note says something.");
    const existing = await ctx.db.$count(
      alertNotes,
      and(eq(alertNotes.alertId, alert.id), isNull(alertNotes.state)),
    );
    if (existing >= MAX_NOTES) throw invalid("too-many-notes", `Alert ${id} has ${MAX_NOTES} notes already.`);
    await insertNote(ctx, { alertId: alert.id, state: null, text });
  });

/**
 * Moves an alert to its next state and stores the actor and their note.
 * @throws 409 if the alert is not in the preceding state, 404 if the caller has no such alert
 */
export const moveAlert = (ctx: Ctx, id: string, state: Step, text: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const alert = await ownedAlert(ctx, id);
    if (alert.state !== BEFORE[state])
      throw conflict("alert-moved-on", `Alert ${id} is ${alert.state} by now.`);
    await ctx.db.update(alerts).set({ state }).where(eq(alerts.id, alert.id));
    const at = new Date();
    await insertNote(ctx, { alertId: alert.id, state, text }, at);
    if (state !== "acknowledged") await emitAlert(ctx, "alertResolved", { alertId: alert.id, at });
  });
