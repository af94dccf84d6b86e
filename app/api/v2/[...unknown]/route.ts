import { unknownPath } from "@/server/rest/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
