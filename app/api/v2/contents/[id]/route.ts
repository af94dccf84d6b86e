import { deleteContentEndpoint, getContentEndpoint } from "@/server/rest/contents";
import { route } from "@/server/rest/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getContentEndpoint,
  deleteContentEndpoint,
);
