import * as contents from "./contents";
import type { Endpoint } from "./endpoint";
import * as groups from "./groups";
import * as hooks from "./hooks";
import * as items from "./items";
import * as scans from "./scans";
import * as service from "./service";

/** Every call of the interface. */
export const endpoints: Endpoint[] = [service, items, groups, scans, contents, hooks].flatMap((noun) =>
  Object.values(noun),
);
