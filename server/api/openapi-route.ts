import { openapiDocument } from "./openapi";
import { documentRoutes } from "./route";

/** Routes of `/api/v2/openapi.json`. */
export const openapiRoutes = documentRoutes(() => openapiDocument());
