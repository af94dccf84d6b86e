import { readiness } from "@/server/rest/health";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = readiness;
