import type { Act } from "@/db/schema/acts";

/** An act as pages show it. */
export const actView = ({
  id,
  at,
  act,
  actorType,
  actorName,
  targetKind,
  targetId,
  targetName,
  changes,
}: Act) => ({
  id,
  at,
  act,
  actor: { type: actorType, name: actorName },
  target: { kind: targetKind, id: targetId, name: targetName },
  changes,
});
