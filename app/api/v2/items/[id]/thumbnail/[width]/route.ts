import { getThumbnailEndpoint } from "@/server/rest/items";
import { route } from "@/server/rest/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getThumbnailEndpoint);
