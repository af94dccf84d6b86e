import type { Calls } from "@/app/request/calls";

/** The call of the list of imports: the same on the server, which asks first, and in the browser. */
export const importsQuery = (trpc: Calls) => trpc.imports.list.queryOptions();

/** The call of an import's page. */
export const importQuery = (trpc: Calls, id: string) => trpc.imports.get.queryOptions({ id });
