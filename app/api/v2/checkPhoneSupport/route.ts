import { route } from "@/server/rest/route";
import { checkPhoneSupportEndpoint } from "@/server/rest/service";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(checkPhoneSupportEndpoint);
