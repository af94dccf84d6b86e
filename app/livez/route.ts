import { liveness } from "@/server/api/health";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = liveness;
