import { readAuditLogEndpoint } from "@/server/api/endpoints/audit-log";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(readAuditLogEndpoint);
