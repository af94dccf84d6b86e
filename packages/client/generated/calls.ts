// Generated from the OpenAPI document (decision 0070). Do not edit.
import { type CallOptions, type Connection, type CreateOptions, type ScanOptions, segment } from "../connection";
import type { List } from "../list";
import type {
  AuditLogListData,
  AuditLogListResponse,
  ContentsCreateResponse,
  ContentsGetImageData,
  ContentsListData,
  ContentsListResponse,
  Group,
  GroupInput,
  GroupsListItemsData,
  GroupsListItemsResponse,
  HistoryEntry,
  HooksCreateForGroupResponse,
  HooksCreateForItemResponse,
  HooksCreateForProducerResponse,
  HooksListForGroupResponse,
  HooksListForItemResponse,
  HooksListForProducerResponse,
  Import,
  ImportsCreateData,
  ImportsListRefusedData,
  ImportsListRefusedResponse,
  Item,
  ItemOrParts,
  ItemUpdate,
  ItemsGetData,
  ItemsListHistoryData,
  ItemsListHistoryResponse,
  ItemsListScansData,
  ItemsListScansResponse,
  Job,
  JobRequest,
  JobsListData,
  JobsListResponse,
  NewContent,
  NewHook,
  NewItem,
  NewScan,
  NewScanImage,
  Phone,
  PhoneSupport,
  PublicScan,
  Scan,
  ScansListData,
  ScansListResponse,
  ScansMapData,
  ScansRecordResponse,
  ServiceInfo,
} from "./types";

export class Service {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Get service info. Answers without touching the database, so it also serves as a ping. */
  info(options?: CallOptions): Promise<ServiceInfo> {
    return this.#connection.json({ method: "GET", path: "/api/v2", credentials: "none" }, options);
  }

  /** Check phone support. Compares the phone with the rules that admins of the service keep: operating system, version, model. Send all facts that the phone tells; unknown ones are ignored. An unknown operating system is not supported. */
  checkPhone(body: Phone, options?: CallOptions): Promise<PhoneSupport> {
    return this.#connection.json({ method: "POST", path: "/api/v2/checkPhoneSupport", credentials: "none", body }, options);
  }
}

export class Items {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Create an item. Registers one physical object under the identifier that its code carries. Identifiers are unique over the whole service; that of a deleted item can be taken again only by the producer that had it. Fields that the service sets (`_created`, `_scans` and others) are ignored, so you may send back what you read. A token needs the scope `items:write`. */
  create(body: NewItem, options?: CreateOptions): Promise<Item> {
    return this.#connection.json({ method: "POST", path: "/api/v2/items", credentials: "token", takesKey: true, body }, options);
  }

  /** Get an item. The merged view is what a buyer sees: title and image of the group, or of the item where the group has none, the `data` of both with the value of the group winning, and the verification infos of both, sorted by `pos`. `merged=false` gives the item and its group apart. Callers other than the producer get neither the hidden fields nor entries for the producer alone. A token needs the scope `items:read`. */
  get(identifier: string, query?: ItemsGetData["query"], options?: CallOptions): Promise<ItemOrParts> {
    return this.#connection.json({ method: "GET", path: `/api/v2/items/${segment(identifier)}`, credentials: "token", query }, options);
  }

  /** Update an item. Omitted fields stay as they are, `null` clears a field, arrays and `data` are replaced as a whole. An `identifier` in the body is ignored. The change is recorded in the history of the item and sent as the event `itemModified`. A token needs the scope `items:write`. */
  update(identifier: string, body?: ItemUpdate, options?: CallOptions): Promise<Item> {
    return this.#connection.json({ method: "POST", path: `/api/v2/items/${segment(identifier)}`, credentials: "token", body }, options);
  }

  /** Delete an item. The item leaves lists, groups and the verify page. Its scans and its history are kept. A token needs the scope `items:write`. */
  delete(identifier: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/items/${segment(identifier)}`, credentials: "token" }, options);
  }

  /** Invalidate an item. For an object that is lost, stolen or destroyed. It cannot be undone: the item takes no further change. It can still be read and scanned, and everyone sees `invalidated: true`. A token needs the scope `items:write`. */
  invalidate(identifier: string, options?: CallOptions): Promise<Item> {
    return this.#connection.json({ method: "POST", path: `/api/v2/items/${segment(identifier)}/invalidate`, credentials: "token" }, options);
  }

  /** Get the thumbnail of an item. The image of the merged view, where it is a file of this service. It is never enlarged and keeps its format. Anyone may call it, so that apps and pages can show it. */
  thumbnail(identifier: string, width: number, options?: CallOptions): Promise<Blob> {
    return this.#connection.file({ method: "GET", path: `/api/v2/items/${segment(identifier)}/thumbnail/${segment(width)}`, credentials: "none" }, options);
  }

  /** List the scans of an item. `identifier` is the item as scanners see it. Further pages follow the header `link`. A token needs the scope `scans:read`. */
  listScans(identifier: string, query?: ItemsListScansData["query"], options?: CallOptions): List<ItemsListScansResponse, ItemsListScansResponse["scans"][number]> {
    return this.#connection.list({ method: "GET", path: `/api/v2/items/${segment(identifier)}/scans`, credentials: "token", query }, options, (page) => page.scans);
  }

  /** List the history of an item. Who changed what: creation, changes, invalidation, entry into groups. Entries are only ever added, and each is chained to the one before by a hash. A token needs the scope `items:read`. */
  listHistory(identifier: string, query?: ItemsListHistoryData["query"], options?: CallOptions): List<ItemsListHistoryResponse, ItemsListHistoryResponse["history"][number]> {
    return this.#connection.list({ method: "GET", path: `/api/v2/items/${segment(identifier)}/history`, credentials: "token", query }, options, (page) => page.history);
  }

  /** Get a history entry. An entry of the list by its id. A token needs the scope `items:read`. */
  getHistoryEntry(identifier: string, entryId: string, options?: CallOptions): Promise<HistoryEntry> {
    return this.#connection.json({ method: "GET", path: `/api/v2/items/${segment(identifier)}/history/${segment(entryId)}`, credentials: "token" }, options);
  }
}

export class Groups {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Create a group. A group holds what its items share: a model, a batch, a collection. All fields are optional. A token needs the scope `groups:write`. */
  create(body?: GroupInput, options?: CreateOptions): Promise<Group> {
    return this.#connection.json({ method: "POST", path: "/api/v2/groups", credentials: "token", takesKey: true, body }, options);
  }

  /** Get a group. Only the producer of a group can read it. Others see its texts merged into its items. A token needs the scope `groups:read`. */
  get(groupId: string, options?: CallOptions): Promise<Group> {
    return this.#connection.json({ method: "GET", path: `/api/v2/groups/${segment(groupId)}`, credentials: "token" }, options);
  }

  /** Update a group. Omitted fields stay as they are, `null` clears a field, arrays and `data` are replaced as a whole. All items of the group show the change at once. A token needs the scope `groups:write`. */
  update(groupId: string, body?: GroupInput, options?: CallOptions): Promise<Group> {
    return this.#connection.json({ method: "POST", path: `/api/v2/groups/${segment(groupId)}`, credentials: "token", body }, options);
  }

  /** Delete a group. Its items stay, in no group, with an entry in their history. Webhooks receive one `groupDeleted` and no event for each item. A token needs the scope `groups:write`. */
  delete(groupId: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/groups/${segment(groupId)}`, credentials: "token" }, options);
  }

  /** List the items of a group. `items` are identifiers, newest item first. Further pages follow the header `link`. A token needs the scope `groups:read`. */
  listItems(groupId: string, query?: GroupsListItemsData["query"], options?: CallOptions): List<GroupsListItemsResponse, GroupsListItemsResponse["items"][number]> {
    return this.#connection.list({ method: "GET", path: `/api/v2/groups/${segment(groupId)}/items`, credentials: "token", query }, options, (page) => page.items);
  }

  /** Add an item to a group. An item is in one group at most. Both belong to the caller. A token needs the scope `groups:write`. */
  addItem(groupId: string, identifier: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "POST", path: `/api/v2/groups/${segment(groupId)}/items/${segment(identifier)}`, credentials: "token" }, options);
  }

  /** Remove an item from a group. The item stays, in no group, and shows its own title, image and data again. A token needs the scope `groups:write`. */
  removeItem(groupId: string, identifier: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/groups/${segment(groupId)}/items/${segment(identifier)}`, credentials: "token" }, options);
  }
}

export class Scans {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Record a scan. Only `identifier` is needed. `data`, `softwareInfo` and `deviceInfo` together: at most 16384 bytes of JSON without a token, 65536 with one. No credential is needed; with a token, `creator` is its producer; one that is not accepted counts as none, and one of a sandbox is refused. The answer is localised by the header an-api-client-locale. Country and continent come from `location`, else from the country of the caller's address. An unregistered identifier is 404, and kept as a scan of an unregistered code. A token needs the scope `scans:record`. */
  record(body: NewScan, options?: ScanOptions): Promise<ScansRecordResponse> {
    return this.#connection.json({ method: "POST", path: "/api/v2/scans", credentials: "token", takesKey: true, body }, options);
  }

  /** List the latest scans. `identifier` is the item of the newest scan in the page, an empty object where the page is empty. Further pages follow the header `link`. A token needs the scope `scans:read`. */
  list(query?: ScansListData["query"], options?: CallOptions): List<ScansListResponse, ScansListResponse["scans"][number]> {
    return this.#connection.list({ method: "GET", path: "/api/v2/scans", credentials: "token", query }, options, (page) => page.scans);
  }

  /** Add an image to a scan. JPEG, PNG or WebP, for 24 hours after the scan and up to 3 of them; metadata is stripped. Any caller who knows the scan's id may add them. The body is a form with a file `image`, the bytes of the image, or JSON with Base64. */
  addImage(scanId: string, body: NewScanImage | Blob, options?: CreateOptions): Promise<PublicScan> {
    return this.#connection.json({ method: "POST", path: `/api/v2/scans/${segment(scanId)}/image`, credentials: "none", takesKey: true, body }, options);
  }

  /** Get a scan. Only the producer of the scanned item can read it, with the software and device that the scanner told. A token needs the scope `scans:read`. */
  get(scanId: string, options?: CallOptions): Promise<Scan> {
    return this.#connection.json({ method: "GET", path: `/api/v2/scans/${segment(scanId)}`, credentials: "token" }, options);
  }

  /** Get the map of a scan. A PNG image, for scans with a location. The header an-api-client-locale chooses the language of the caption. A token needs the scope `scans:read`. */
  map(scanId: string, query?: ScansMapData["query"], options?: CallOptions): Promise<Blob> {
    return this.#connection.file({ method: "GET", path: `/api/v2/scans/${segment(scanId)}/map`, credentials: "token", query }, options);
  }
}

export class Contents {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Store a file. Any media type, up to 10 MiB. Use the `path` of the answer as `image` of items and groups. Everyone who knows the url of a file can read it. A token needs the scope `files:write`. */
  create(body: NewContent, options?: CreateOptions): Promise<ContentsCreateResponse> {
    return this.#connection.json({ method: "POST", path: "/api/v2/contents", credentials: "token", takesKey: true, body }, options);
  }

  /** List files. The producer's own files and the images of its scans. Further pages follow the header `link`. A token needs the scope `files:read`. */
  list(query?: ContentsListData["query"], options?: CallOptions): List<ContentsListResponse, ContentsListResponse[number]> {
    return this.#connection.list({ method: "GET", path: "/api/v2/contents", credentials: "token", query }, options, (page) => page);
  }

  /** Get a file. Raster images are shown by browsers, all else is only ever saved. Takes one range. */
  get(contentId: string, options?: CallOptions): Promise<Blob> {
    return this.#connection.file({ method: "GET", path: `/api/v2/contents/${segment(contentId)}`, credentials: "none" }, options);
  }

  /** Delete a file. Items that name it keep the name and lose the image. A body is ignored. A token needs the scope `files:write`. */
  delete(contentId: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/contents/${segment(contentId)}`, credentials: "token" }, options);
  }

  /** Get an image in a width. Never enlarged, in its own format, animation included. 400 for a file that is no raster image. */
  getImage(contentId: string, width: number, query?: ContentsGetImageData["query"], options?: CallOptions): Promise<Blob> {
    return this.#connection.file({ method: "GET", path: `/api/v2/contents/${segment(contentId)}/${segment(width)}`, credentials: "none", query }, options);
  }
}

export class Hooks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Create a webhook of an item. It is called for the events of this item alone. The token works like the owner key here. The answer tells the hook's secret, this once: store it, since it verifies the signature of each call. A token needs the scope `webhooks:write`. */
  createForItem(identifier: string, body: NewHook, options?: CreateOptions): Promise<HooksCreateForItemResponse> {
    return this.#connection.json({ method: "POST", path: `/api/v2/items/${segment(identifier)}/hooks`, credentials: "tokenOrOwnerKey", takesKey: true, body }, options);
  }

  /** List the webhooks of an item. All of them in one answer, without their secrets. A token needs the scope `webhooks:read`. */
  listForItem(identifier: string, options?: CallOptions): Promise<HooksListForItemResponse> {
    return this.#connection.json({ method: "GET", path: `/api/v2/items/${segment(identifier)}/hooks`, credentials: "token" }, options);
  }

  /** Delete a webhook of an item. Nothing more is sent to it, queued deliveries included; a call in flight still ends. A token needs the scope `webhooks:write`. */
  deleteForItem(identifier: string, hookId: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/items/${segment(identifier)}/hooks/${segment(hookId)}`, credentials: "token" }, options);
  }

  /** Create a webhook of a group. It is called for the events of this group and of its items. The token works like the owner key here. The answer tells the hook's secret, this once: store it, since it verifies the signature of each call. A token needs the scope `webhooks:write`. */
  createForGroup(groupId: string, body: NewHook, options?: CreateOptions): Promise<HooksCreateForGroupResponse> {
    return this.#connection.json({ method: "POST", path: `/api/v2/groups/${segment(groupId)}/hooks`, credentials: "tokenOrOwnerKey", takesKey: true, body }, options);
  }

  /** List the webhooks of a group. All of them in one answer, without their secrets. A token needs the scope `webhooks:read`. */
  listForGroup(groupId: string, options?: CallOptions): Promise<HooksListForGroupResponse> {
    return this.#connection.json({ method: "GET", path: `/api/v2/groups/${segment(groupId)}/hooks`, credentials: "token" }, options);
  }

  /** Delete a webhook of a group. Nothing more is sent to it, queued deliveries included; a call in flight still ends. A token needs the scope `webhooks:write`. */
  deleteForGroup(groupId: string, hookId: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/groups/${segment(groupId)}/hooks/${segment(hookId)}`, credentials: "token" }, options);
  }

  /** Create a webhook of the producer. It is called for the events of all items, groups and files of the producer. The token works like the owner key here. The answer tells the hook's secret, this once: store it, since it verifies the signature of each call. A token needs the scope `webhooks:write`. */
  createForProducer(body: NewHook, options?: CreateOptions): Promise<HooksCreateForProducerResponse> {
    return this.#connection.json({ method: "POST", path: "/api/v2/producers/hooks", credentials: "tokenOrOwnerKey", takesKey: true, body }, options);
  }

  /** List the webhooks of the producer. All of them in one answer, without their secrets. A token needs the scope `webhooks:read`. */
  listForProducer(options?: CallOptions): Promise<HooksListForProducerResponse> {
    return this.#connection.json({ method: "GET", path: "/api/v2/producers/hooks", credentials: "token" }, options);
  }

  /** Delete a webhook of the producer. Nothing more is sent to it, queued deliveries included; a call in flight still ends. A token needs the scope `webhooks:write`. */
  deleteForProducer(hookId: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/producers/hooks/${segment(hookId)}`, credentials: "token" }, options);
  }
}

export class Jobs {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Request a job. Work on many objects: change or delete items, delete groups or files, replay deliveries, generate codes. The first batch is done at once, so that the job of a small task is `done` in the answer. Ask for a running job until its `state` is another. A token needs the scope `jobs:write`. */
  create(body: JobRequest, options?: CreateOptions): Promise<Job> {
    return this.#connection.json({ method: "POST", path: "/api/v2/jobs", credentials: "token", takesKey: true, body }, options);
  }

  /** List jobs. Finished jobs too. Further pages follow the header `link`. A token needs the scope `jobs:read`. */
  list(query?: JobsListData["query"], options?: CallOptions): List<JobsListResponse, JobsListResponse[number]> {
    return this.#connection.list({ method: "GET", path: "/api/v2/jobs", credentials: "token", query }, options, (page) => page);
  }

  /** Get a job. `done` of `total` pieces are done. `result` depends on the kind of the job. A token needs the scope `jobs:read`. */
  get(jobId: string, options?: CallOptions): Promise<Job> {
    return this.#connection.json({ method: "GET", path: `/api/v2/jobs/${segment(jobId)}`, credentials: "token" }, options);
  }

  /** Cancel a job. What is done is kept. Has no effect on a job that has ended. A token needs the scope `jobs:write`. */
  cancel(jobId: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/jobs/${segment(jobId)}`, credentials: "token" }, options);
  }

  /** Continue a failed job. What was done before the failure is not done again. A token needs the scope `jobs:write`. */
  retry(jobId: string, options?: CallOptions): Promise<Job> {
    return this.#connection.json({ method: "POST", path: `/api/v2/jobs/${segment(jobId)}/retry`, credentials: "token" }, options);
  }
}

export class Imports {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Import a file. The body is the file: CSV, XLSX or JSON Lines. Its first row names the fields: `identifier`, `title`, `image`, `group`, `data.color`, `data.weight:number`. The first rows are imported at once, so that the job of a small file is `done` in the answer. Refused rows do not stop the others. A token needs the scope `jobs:write`. */
  create(body: Blob, query: ImportsCreateData["query"], options?: CreateOptions): Promise<Import> {
    return this.#connection.json({ method: "POST", path: "/api/v2/imports", credentials: "token", takesKey: true, body, query }, options);
  }

  /** Get an import. The counts of created, changed, unchanged and refused rows grow while the job runs. A token needs the scope `jobs:read`. */
  get(importId: string, options?: CallOptions): Promise<Import> {
    return this.#connection.json({ method: "GET", path: `/api/v2/imports/${segment(importId)}`, credentials: "token" }, options);
  }

  /** Discard an import. Stops its job. Items and groups that are imported already stay. A token needs the scope `jobs:write`. */
  discard(importId: string, options?: CallOptions): Promise<void> {
    return this.#connection.empty({ method: "DELETE", path: `/api/v2/imports/${segment(importId)}`, credentials: "token" }, options);
  }

  /** List refused rows. At most 50 rows; ask again with `after` for further ones. A token needs the scope `jobs:read`. */
  listRefused(importId: string, query?: ImportsListRefusedData["query"], options?: CallOptions): List<ImportsListRefusedResponse, ImportsListRefusedResponse[number]> {
    return this.#connection.list({ method: "GET", path: `/api/v2/imports/${segment(importId)}/refused`, credentials: "token", query }, options, (page) => page, ({ row }) => ({ after: row }));
  }
}

export class AuditLog {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Read the audit log as a feed. JSON Lines: an event on each line, oldest first. Pass the header `assay-cursor` of an answer as `after` of the next call, every 10 to 60 seconds: no event is left out, also where transactions end late. An event can come twice, with the same `id` and `timestamp`. Changes of items are in their histories. A token needs the scope `audit:read`. */
  list(query?: AuditLogListData["query"], options?: CallOptions): List<AuditLogListResponse, AuditLogListResponse[number]> {
    return this.#connection.lines({ method: "GET", path: "/api/v2/auditLog", credentials: "token", query }, options);
  }
}
