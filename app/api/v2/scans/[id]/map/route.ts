import { getScanMapEndpoint } from "@/server/api/endpoints/scans";
import { route } from "@/server/api/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(getScanMapEndpoint);
