import { addItemToGroupEndpoint, removeItemFromGroupEndpoint } from "@/server/rest/groups";
import { route } from "@/server/rest/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  addItemToGroupEndpoint,
  removeItemFromGroupEndpoint,
);
