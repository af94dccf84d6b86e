import { getHistoryEntryEndpoint } from "@/server/api/endpoints/items";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getHistoryEntryEndpoint);
