import { openapiRoutes } from "@/server/rest/openapi-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = openapiRoutes;
