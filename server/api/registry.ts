import type { Endpoint } from "./endpoint";
import * as auditLog from "./endpoints/audit-log";
import * as contents from "./endpoints/contents";
import * as groups from "./endpoints/groups";
import * as hooks from "./endpoints/hooks";
import * as imports from "./endpoints/imports";
import * as items from "./endpoints/items";
import * as jobs from "./endpoints/jobs";
import * as scans from "./endpoints/scans";
import * as service from "./endpoints/service";

/** Every endpoint of the API. */
export const endpoints: Endpoint[] = [
  service,
  items,
  groups,
  scans,
  contents,
  hooks,
  jobs,
  imports,
  auditLog,
].flatMap((noun) => Object.values(noun));
