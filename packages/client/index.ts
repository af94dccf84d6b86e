import { Connection, type Options } from "./connection";
import { AuditLog, Contents, Groups, Hooks, Imports, Items, Jobs, Scans, Service } from "./generated/calls";

export type { CallOptions, CreateOptions, Options, ScanOptions, Token } from "./connection";
export { ApiError, type Fault, NetworkError, WebhookError } from "./errors";
export type {
  AuditLog,
  Contents,
  Groups,
  Hooks,
  Imports,
  Items,
  Jobs,
  Scans,
  Service,
} from "./generated/calls";
export type { ErrorCode, EventBodies } from "./generated/catalogue";
export type * from "./generated/types";
export type { List, Page } from "./list";
export { type VerifyOptions, verifyWebhook, type WebhookEvent, type WebhookHeaders } from "./webhooks";

/** A client of one service, for one producer or for scanners. */
export class Assay {
  readonly items: Items;
  readonly groups: Groups;
  readonly scans: Scans;
  readonly contents: Contents;
  readonly hooks: Hooks;
  readonly jobs: Jobs;
  readonly imports: Imports;
  readonly auditLog: AuditLog;
  readonly service: Service;

  constructor(options: Options) {
    const connection = new Connection(options);
    this.items = new Items(connection);
    this.groups = new Groups(connection);
    this.scans = new Scans(connection);
    this.contents = new Contents(connection);
    this.hooks = new Hooks(connection);
    this.jobs = new Jobs(connection);
    this.imports = new Imports(connection);
    this.auditLog = new AuditLog(connection);
    this.service = new Service(connection);
  }
}
