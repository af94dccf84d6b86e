import { deleteContentEndpoint, getContentEndpoint } from "@/server/api/endpoints/contents";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getContentEndpoint,
  deleteContentEndpoint,
);
