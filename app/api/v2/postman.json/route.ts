import { postmanRoutes } from "@/server/api/openapi-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = postmanRoutes;
