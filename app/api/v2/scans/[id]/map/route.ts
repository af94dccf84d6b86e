import { route } from "@/server/rest/route";
import { getScanMapEndpoint } from "@/server/rest/scans";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getScanMapEndpoint);
