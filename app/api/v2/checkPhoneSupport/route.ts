import { checkPhoneSupportEndpoint } from "@/server/api/endpoints/service";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(checkPhoneSupportEndpoint);
