import { deleteItemHookEndpoint } from "@/server/api/endpoints/hooks";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(deleteItemHookEndpoint);
