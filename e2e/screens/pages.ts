/** The people whose pages are taken. */
export const PEOPLE = {
  owner: { email: "ada@keller.example", name: "Ada Keller" },
  admin: { email: "max@assay.example", name: "Max Ober" },
};

/** A page of which pictures are taken. */
export interface Screen {
  name: string;
  path: string;
  who: "visitor" | keyof typeof PEOPLE;
  /** Opens the first link on that page that leads to an object. */
  first?: true;
  /** Maps the object's path to a page related to it. */
  of?: (thing: string) => string;
}

const edit = (thing: string) => `${thing}/edit`;

/** All pages, in the order of the index. */
export const screensOf = (setUpPath: string): Screen[] => [
  { name: "landing", path: "/", who: "visitor" },
  { name: "sign-in", path: "/login", who: "visitor" },
  { name: "set-up", path: setUpPath, who: "visitor" },
  { name: "overview", path: "/overview", who: "owner" },
  { name: "storage", path: "/settings/storage", who: "owner" },
  { name: "items", path: "/items", who: "owner" },
  { name: "new-item", path: "/items/new", who: "owner" },
  { name: "item", path: "/items", first: true, who: "owner" },
  { name: "edit-item", path: "/items", first: true, of: edit, who: "owner" },
  { name: "generate-items", path: "/items/generate", who: "owner" },
  { name: "imports", path: "/imports", who: "owner" },
  { name: "import", path: "/imports", first: true, who: "owner" },
  { name: "code-batches", path: "/code-batches", who: "owner" },
  { name: "code-batch", path: "/code-batches", first: true, who: "owner" },
  { name: "labels", path: "/labels", who: "owner" },
  { name: "prints", path: "/labels/prints", who: "owner" },
  { name: "jobs", path: "/jobs", who: "owner" },
  { name: "job", path: "/jobs", first: true, who: "owner" },
  { name: "groups", path: "/groups", who: "owner" },
  { name: "new-group", path: "/groups/new", who: "owner" },
  { name: "group", path: "/groups", first: true, who: "owner" },
  { name: "edit-group", path: "/groups", first: true, of: edit, who: "owner" },
  { name: "scans", path: "/scans", who: "owner" },
  { name: "suspicious-scans", path: "/scans?finding=any", who: "owner" },
  { name: "scan", path: "/scans?finding=any", first: true, who: "owner" },
  { name: "map", path: "/map", who: "owner" },
  { name: "map-countries", path: "/map?mode=countries", who: "owner" },
  { name: "map-heat", path: "/map?mode=heat", who: "owner" },
  { name: "alerts", path: "/alerts", who: "owner" },
  { name: "cases", path: "/cases", who: "owner" },
  { name: "case", path: "/cases", who: "owner", first: true },
  { name: "new-alert-rule", path: "/alerts/rules/new", who: "owner" },
  { name: "sightings", path: "/unregistered-codes", who: "owner" },
  { name: "code-patterns", path: "/unregistered-codes/patterns", who: "owner" },
  { name: "contents", path: "/files", who: "owner" },
  { name: "content", path: "/files", first: true, who: "owner" },
  { name: "hooks", path: "/webhooks", who: "owner" },
  { name: "new-hook", path: "/webhooks/new", who: "owner" },
  { name: "hook", path: "/webhooks", first: true, who: "owner" },
  { name: "tokens", path: "/tokens", who: "owner" },
  { name: "request-log", path: "/request-log", who: "owner" },
  { name: "members", path: "/members", who: "owner" },
  { name: "settings", path: "/settings", who: "owner" },
  { name: "activity", path: "/settings/audit-log", who: "owner" },
  { name: "privacy", path: "/settings/privacy", who: "owner" },
  { name: "no-page", path: "/nowhere", who: "owner" },
  {
    name: "verify",
    path: "/items",
    first: true,
    of: (thing) => thing.replace(/^.*\/items\//, "/v/"),
    who: "owner",
  },
  { name: "verify-unknown", path: "/v/never-registered", who: "owner" },
  { name: "all-producers", path: "/admin/overview", who: "admin" },
  { name: "map-of-all", path: "/admin/map", who: "admin" },
  { name: "producers", path: "/admin/producers", who: "admin" },
  { name: "producer", path: "/admin/producers", first: true, who: "admin" },
  { name: "all-scans", path: "/admin/scans", who: "admin" },
  { name: "phone-support", path: "/admin/phones", who: "admin" },
  { name: "system", path: "/admin/system", who: "admin" },
];
