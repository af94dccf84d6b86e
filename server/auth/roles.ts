import type { Role } from "@/db/schema/memberships";

const RANK: Record<Role, number> = { viewer: 1, editor: 2, owner: 3 };

/** Whether a role may do whatever the other one may. */
export const isAtLeast = (role: Role, least: Role) => RANK[role] >= RANK[least];
