import type { Look } from "./pages/look-at";
import { OF_ADMINS } from "./pages/of-admins";
import { OF_CODES } from "./pages/of-codes";
import { OF_RUNNING } from "./pages/of-running";
import { OF_THINGS } from "./pages/of-things";
import { OF_VISITORS } from "./pages/of-visitors";
import { AS_OTHERS, AT_REST, WITH_LESS } from "./pages/with-less";

/** Every page, in every state with its own appearance. */
export const LOOKS: Look[] = [
  ...OF_VISITORS,
  ...OF_THINGS,
  ...OF_CODES,
  ...OF_RUNNING,
  ...AS_OTHERS,
  ...WITH_LESS,
  ...OF_ADMINS,
  ...AT_REST,
];
