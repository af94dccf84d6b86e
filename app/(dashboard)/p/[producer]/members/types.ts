import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";

type Outputs = inferRouterOutputs<AppRouter>["members"];

export type Member = Outputs["list"][number];
export type Invitation = Outputs["invitations"][number];
export type Invited = Outputs["invite"];

/** From most to least permissions. */
export const ROLES = ["owner", "editor", "viewer", "inspector"] as const;
export type Role = (typeof ROLES)[number];

/** An owner who can sign in; a producer keeps at least one. */
export const isActiveOwner = ({ role, disabledAt }: Member) => role === "owner" && disabledAt === null;

export const isRole = (value: string | null): value is Role => ROLES.some((role) => role === value);
