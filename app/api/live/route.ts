export { watchScans as GET } from "@/server/web/dashboard/live";

/** The stream never ends by itself, so it must not be prerendered. */
export const dynamic = "force-dynamic";
