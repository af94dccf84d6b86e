import { mcpRoutes } from "@/server/mcp/handler";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mcpRoutes;
