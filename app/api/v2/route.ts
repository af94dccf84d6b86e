import { route } from "@/server/rest/route";
import { getServiceInfoEndpoint } from "@/server/rest/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getServiceInfoEndpoint);
