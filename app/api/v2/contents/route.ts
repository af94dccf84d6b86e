import { createContentEndpoint, listContentsEndpoint } from "@/server/rest/contents";
import { route } from "@/server/rest/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  createContentEndpoint,
  listContentsEndpoint,
);
