export { watchScans as GET } from "@/server/web/dashboard/live";

/** It never ends by itself. */
export const dynamic = "force-dynamic";
