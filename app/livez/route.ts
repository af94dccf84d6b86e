import { liveness } from "@/server/rest/health";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = liveness;
