import { sql } from "drizzle-orm";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { expiryLoop } from "@/server/domain/people/expiry-loop";

/** Deletes activations and transfers that were not confirmed in time, with their e-mail addresses. */
export const oldOwnershipRequests = expiryLoop({
  name: "oldOwnershipRequests",
  table: ownershipRequests,
  key: sql<string>`${ownershipRequests.id}::text`,
  expiresAt: ownershipRequests.expiresAt,
});
