// Generated from the OpenAPI document (decision 0070). Do not edit.
import type {
  AlertOpenedEvent,
  AlertResolvedEvent,
  AuditEventRecordedEvent,
  CaseChangedEvent,
  ContentCreatedEvent,
  ContentDeletedEvent,
  GroupCreatedEvent,
  GroupDeletedEvent,
  GroupModifiedEvent,
  ItemAddedToGroupEvent,
  ItemCreatedEvent,
  ItemDeletedEvent,
  ItemDeletedFromGroupEvent,
  ItemInvalidatedEvent,
  ItemModifiedEvent,
  ItemScannedEvent,
} from "./types";

/** Codes of errors. A later version of the service may have further ones. */
export type ErrorCode =
  | "invalid-input"
  | "malformed-json"
  | "malformed-form"
  | "content-type"
  | "body-too-large"
  | "body-too-slow"
  | "scan-too-large"
  | "scan-too-old"
  | "scan-erased"
  | "too-many-images"
  | "not-an-image"
  | "unusable-image"
  | "quota-exceeded"
  | "record-quota-exceeded"
  | "too-many-hooks"
  | "hooks-too-large"
  | "file-unreadable"
  | "too-many-rows"
  | "credential-missing"
  | "credential-not-accepted"
  | "producer-suspended"
  | "scope-missing"
  | "address-not-allowed"
  | "demo-read-only"
  | "item-invalidated"
  | "item-of-another-producer"
  | "group-of-another-producer"
  | "scan-of-another-producer"
  | "content-of-another-producer"
  | "hook-of-another-producer"
  | "job-of-another-producer"
  | "import-of-another-producer"
  | "item-not-found"
  | "group-not-found"
  | "item-not-in-group"
  | "scan-not-found"
  | "scan-without-location"
  | "content-not-found"
  | "thumbnail-not-found"
  | "history-entry-not-found"
  | "hook-not-found"
  | "job-not-found"
  | "import-not-found"
  | "identifier-taken"
  | "item-in-group"
  | "idempotency-key-reused"
  | "hook-switched-off"
  | "too-many-jobs"
  | "job-not-failed"
  | "job-replaced"
  | "job-undone"
  | "job-running"
  | "nothing-to-undo"
  | "import-running"
  | "import-not-uploaded"
  | "import-begun"
  | "import-not-checked"
  | "import-discarded"
  | "too-many-imports"
  | "imports-full"
  | "too-many-reserved-codes"
  | "too-many-requests"
  | "internal"
  | "unavailable";

/** Bodies of webhook events by type. */
export interface EventBodies {
  contentCreated: ContentCreatedEvent;
  contentDeleted: ContentDeletedEvent;
  groupCreated: GroupCreatedEvent;
  groupDeleted: GroupDeletedEvent;
  groupModified: GroupModifiedEvent;
  itemAddedToGroup: ItemAddedToGroupEvent;
  itemCreated: ItemCreatedEvent;
  itemDeletedFromGroup: ItemDeletedFromGroupEvent;
  itemDeleted: ItemDeletedEvent;
  itemInvalidated: ItemInvalidatedEvent;
  itemModified: ItemModifiedEvent;
  itemScanned: ItemScannedEvent;
  alertOpened: AlertOpenedEvent;
  alertResolved: AlertResolvedEvent;
  auditEventRecorded: AuditEventRecordedEvent;
  caseChanged: CaseChangedEvent;
}
