import { route } from "@/server/rest/route";
import { addScanEndpoint, listLastScansEndpoint } from "@/server/rest/scans";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(addScanEndpoint, listLastScansEndpoint);
