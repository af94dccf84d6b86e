/** Runs when Next starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { mendServerResponse } = await import("@/server/http/next-length");
  mendServerResponse();
  // A plain Next host starts only here; a build has no database.
  if (!process.env.DATABASE_URL || process.env.NEXT_PHASE === "phase-production-build") return;
  const { openKeysOrExit } = await import("@/server/keys");
  await openKeysOrExit();
}
