import { deleteItemEndpoint, getItemEndpoint, updateItemEndpoint } from "@/server/rest/items";
import { route } from "@/server/rest/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  getItemEndpoint,
  updateItemEndpoint,
  deleteItemEndpoint,
);
