import { createContentEndpoint, listContentsEndpoint } from "@/server/api/endpoints/contents";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  createContentEndpoint,
  listContentsEndpoint,
);
