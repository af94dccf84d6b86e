import type admin from "./en/admin.json";
import type alerts from "./en/alerts.json";
import type auditLog from "./en/auditLog.json";
import type auth from "./en/auth.json";
import type cases from "./en/cases.json";
import type codePatterns from "./en/codePatterns.json";
import type codes from "./en/codes.json";
import type common from "./en/common.json";
import type docs from "./en/docs.json";
import type errors from "./en/errors.json";
import type evidence from "./en/evidence.json";
import type files from "./en/files.json";
import type groups from "./en/groups.json";
import type imports from "./en/imports.json";
import type inspect from "./en/inspect.json";
import type inspections from "./en/inspections.json";
import type items from "./en/items.json";
import type jobs from "./en/jobs.json";
import type labels from "./en/labels.json";
import type landing from "./en/landing.json";
import type map from "./en/map.json";
import type members from "./en/members.json";
import type overview from "./en/overview.json";
import type privacy from "./en/privacy.json";
import type quietHours from "./en/quietHours.json";
import type reports from "./en/reports.json";
import type requestLog from "./en/requestLog.json";
import type sandbox from "./en/sandbox.json";
import type scans from "./en/scans.json";
import type settings from "./en/settings.json";
import type shell from "./en/shell.json";
import type sightings from "./en/sightings.json";
import type storage from "./en/storage.json";
import type tokens from "./en/tokens.json";
import type verify from "./en/verify.json";
import type webhooks from "./en/webhooks.json";
import type { AppLocale } from "./locales";

/** All message catalogues by namespace. The English ones define the keys. */
export interface Catalogue {
  admin: typeof admin;
  alerts: typeof alerts;
  cases: typeof cases;
  auditLog: typeof auditLog;
  auth: typeof auth;
  codePatterns: typeof codePatterns;
  codes: typeof codes;
  common: typeof common;
  docs: typeof docs;
  errors: typeof errors;
  evidence: typeof evidence;
  files: typeof files;
  groups: typeof groups;
  imports: typeof imports;
  inspect: typeof inspect;
  inspections: typeof inspections;
  items: typeof items;
  jobs: typeof jobs;
  labels: typeof labels;
  landing: typeof landing;
  map: typeof map;
  members: typeof members;
  overview: typeof overview;
  privacy: typeof privacy;
  quietHours: typeof quietHours;
  reports: typeof reports;
  requestLog: typeof requestLog;
  sandbox: typeof sandbox;
  scans: typeof scans;
  settings: typeof settings;
  shell: typeof shell;
  sightings: typeof sightings;
  storage: typeof storage;
  tokens: typeof tokens;
  verify: typeof verify;
  webhooks: typeof webhooks;
}

export type Namespace = keyof Catalogue;

declare module "use-intl" {
  interface AppConfig {
    Locale: AppLocale;
    Messages: Catalogue;
  }
}
