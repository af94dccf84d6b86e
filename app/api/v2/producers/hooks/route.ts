import { createProducerHookEndpoint, listProducerHooksEndpoint } from "@/server/rest/hooks";
import { route } from "@/server/rest/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  createProducerHookEndpoint,
  listProducerHooksEndpoint,
);
