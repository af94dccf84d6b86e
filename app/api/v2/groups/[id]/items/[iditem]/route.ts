import { addItemToGroupEndpoint, removeItemFromGroupEndpoint } from "@/server/api/endpoints/groups";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  addItemToGroupEndpoint,
  removeItemFromGroupEndpoint,
);
