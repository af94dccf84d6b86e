import type { Role } from "@/db/schema/memberships";

/** Inspectors are below all others: beside inspecting, they have no permission. */
const RANK: Record<Role, number> = { inspector: 0, viewer: 1, editor: 2, owner: 3 };

/** Whether a role has all permissions of the required one. */
export const isAtLeast = (role: Role, required: Role) => RANK[role] >= RANK[required];

/** Whether a role may inspect (decision 0084): viewers only read. */
export const mayInspect = (role: Role) => role === "inspector" || isAtLeast(role, "editor");
