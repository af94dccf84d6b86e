import { listRefusedRowsEndpoint } from "@/server/api/endpoints/imports";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(listRefusedRowsEndpoint);
