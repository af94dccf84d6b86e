import { cancelJobEndpoint, getJobEndpoint } from "@/server/api/endpoints/jobs";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getJobEndpoint, cancelJobEndpoint);
