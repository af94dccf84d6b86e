import { readiness } from "@/server/api/health";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readiness;
