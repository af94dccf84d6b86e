import type { Role } from "@/db/schema/memberships";

const RANK: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 };

/** Whether a role has all permissions of the required one. */
export const isAtLeast = (role: Role, required: Role) => RANK[role] >= RANK[required];
