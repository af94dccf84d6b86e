/** What Next calls when it starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { mendServerResponse } = await import("@/server/rest/next-length");
  mendServerResponse();
}
