/**
 * The calls of the client by the `operationId` of the document: object, method, and names for the parameters of the path, in
 * their order.
 */
export const CALLS: Readonly<Record<string, string>> = {
  getService: "service.info()",
  postCheckPhoneSupport: "service.checkPhone()",

  postItems: "items.create()",
  getItemsId: "items.get(identifier)",
  postItemsId: "items.update(identifier)",
  deleteItemsId: "items.delete(identifier)",
  postItemsIdInvalidate: "items.invalidate(identifier)",
  getItemsIdThumbnailWidth: "items.thumbnail(identifier, width)",
  getItemsIdScans: "items.listScans(identifier)",
  getItemsIdHistory: "items.listHistory(identifier)",
  getItemsItemidHistoryEntryid: "items.getHistoryEntry(identifier, entryId)",

  postGroups: "groups.create()",
  getGroupsId: "groups.get(groupId)",
  postGroupsId: "groups.update(groupId)",
  deleteGroupsId: "groups.delete(groupId)",
  getGroupsIdItems: "groups.listItems(groupId)",
  postGroupsIdgroupItemsIditem: "groups.addItem(groupId, identifier)",
  deleteGroupsIdgroupItemsIditem: "groups.removeItem(groupId, identifier)",

  postScans: "scans.record()",
  getScans: "scans.list()",
  getScansId: "scans.get(scanId)",
  postScansIdImage: "scans.addImage(scanId)",
  getScansIdMap: "scans.map(scanId)",

  postContents: "contents.create()",
  getContents: "contents.list()",
  getContentsId: "contents.get(contentId)",
  getContentsIdWidth: "contents.getImage(contentId, width)",
  deleteContentsId: "contents.delete(contentId)",

  postProducersHooks: "hooks.createForProducer()",
  getProducersHooks: "hooks.listForProducer()",
  deleteProducersHooksIdwebhook: "hooks.deleteForProducer(hookId)",
  postItemsIdHooks: "hooks.createForItem(identifier)",
  getItemsIdHooks: "hooks.listForItem(identifier)",
  deleteItemsIdHooksIdwebhook: "hooks.deleteForItem(identifier, hookId)",
  postGroupsIdHooks: "hooks.createForGroup(groupId)",
  getGroupsIdHooks: "hooks.listForGroup(groupId)",
  deleteGroupsIdHooksIdwebhook: "hooks.deleteForGroup(groupId, hookId)",

  postJobs: "jobs.create()",
  getJobs: "jobs.list()",
  getJobsId: "jobs.get(jobId)",
  deleteJobsId: "jobs.cancel(jobId)",
  postJobsIdRetry: "jobs.retry(jobId)",

  postImports: "imports.create()",
  getImportsId: "imports.get(importId)",
  deleteImportsId: "imports.discard(importId)",
  getImportsIdRefused: "imports.listRefused(importId)",

  getAuditLog: "auditLog.list()",
};

/** Calls that the client leaves out: a GET that deletes, beside the DELETE of the same path. */
export const LEFT_OUT: ReadonlySet<string> = new Set(["getGroupsIdHooksIdwebhook"]);

export interface CallName {
  /** Property of the client, such as `items`. */
  object: string;
  method: string;
  /** Names of the path's parameters, in their order. */
  parameters: string[];
  /** The name in generated types, such as `itemsCreate`. */
  operationId: string;
}

export const capitalised = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Reads the name of a call. @throws if the table has none, so that a new call of the API gets one */
export function nameOf(operationId: string): CallName {
  const [, object = "", method = "", parameters = ""] =
    /^(\w+)\.(\w+)\((.*)\)$/.exec(CALLS[operationId] ?? "") ?? [];
  if (object === "") throw new Error(`packages/client/generate/names.ts has no name for ${operationId}.`);
  return {
    object,
    method,
    parameters: parameters === "" ? [] : parameters.split(", "),
    operationId: `${object}${capitalised(method)}`,
  };
}
