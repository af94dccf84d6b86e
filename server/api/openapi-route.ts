import { brunoCollection } from "./collections/bruno";
import { postmanCollection } from "./collections/postman";
import { openapiDocument } from "./openapi";
import { documentRoutes } from "./route";

/** Routes of `/api/v2/openapi.json`. */
export const openapiRoutes = documentRoutes(() => openapiDocument());

/** Routes of `/api/v2/postman.json`. */
export const postmanRoutes = documentRoutes(() => postmanCollection());

/** Routes of `/api/v2/bruno.json`. */
export const brunoRoutes = documentRoutes(() => brunoCollection());
