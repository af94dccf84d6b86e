export { watchScans as GET } from "@/server/dashboard/live";

/** It never ends by itself. */
export const dynamic = "force-dynamic";
