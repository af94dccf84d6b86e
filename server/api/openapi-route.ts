import { openapiDocument } from "./openapi";
import { documentRoutes } from "./route";

/** `/api/v2/openapi.json`. */
export const openapiRoutes = documentRoutes(() => openapiDocument());
