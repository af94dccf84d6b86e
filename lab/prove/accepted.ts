import { DEFAULT_SETTINGS } from "@/server/domain/labels/schema";
import type { Scene } from "./hostile-scene";
import { newIdentifier } from "./worst-bodies";

/** A PNG of one pixel, in Base64. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A body that an endpoint accepts; hostile values are added to it. */
export function bodyOf(path: string, { item, hook }: Scene): object {
  if (path === "/items") return { identifier: newIdentifier() };
  if (path === "/scans") return { identifier: item };
  if (path === "/scans/:id/image") return { data: PIXEL };
  if (path === "/contents") return { "content-type": "text/plain", data: "eA==" };
  if (path.endsWith("/hooks")) return { events: "*", url: "https://receiver.example/" };
  if (path === "/jobs") return { kind: "replay", input: { hookId: hook, since: 0 } };
  if (path === "/checkPhoneSupport") return { os: "ios", deviceInfo: { isPhysicalDevice: true } };
  return {};
}

const range = { from: 0, before: 86_400_000 };
const days = { from: "2026-01-31", to: "2026-01-31" };
const box = { west: -180, south: -90, east: 180, north: 90 };
const rule = {
  coolDownHours: 1,
  condition: { kind: "impossibleTravel", windowHours: 1, scans: 1 },
};
const ofScan = ({ scan }: Scene) => ({ id: scan });
const someone = () => ({ email: `${newIdentifier().replace(" ", "-")}@proof.test`, role: "viewer" });

/** Inputs that procedures accept, in addition to those that every procedure is sent. */
const INPUTS: Record<string, (scene: Scene) => object> = {
  "admin.addPhoneRule": () => ({
    os: newIdentifier(),
    minimumVersion: "1",
    physicalOnly: true,
    unsupportedModels: [],
  }),
  "admin.assessment": ofScan,
  "admin.invite": ({ producer }) => ({ ...someone(), producerId: producer }),
  "admin.neighbours": ofScan,
  "admin.producer": ({ producer }) => ({ id: producer }),
  "admin.producerName": ({ producer }) => ({ id: producer }),
  "admin.auditEvents": () => ({ kind: "person" }),
  "admin.removePhoneRule": () => ({ os: "android" }),
  "admin.scan": ofScan,
  "admin.tryPhone": () => ({ os: "ios", deviceInfo: {} }),
  "alerts.backTest": () => rule,
  "alerts.createRule": () => ({ ...rule, name: "Watch", mailsMe: false }),
  "allMap.cells": () => ({ box, zoom: 0, days }),
  "allMap.days": () => ({ days }),
  "allStats.activeItems": () => ({ range }),
  "allStats.countries": () => ({ range }),
  "allStats.systems": () => ({ range }),
  "allStats.totals": () => ({ range }),
  "allStats.trend": () => ({ range, zone: "UTC" }),
  "codes.generate": () => ({ pattern: "HOSTILE-{random:13}{check}", count: 1 }),
  "contents.delete": ({ spare }) => ({ id: spare.content }),
  "contents.deleteMany": ({ scan }) => ({ selection: { ids: [scan] } }),
  "contents.get": ({ content }) => ({ id: content }),
  "deliveries.list": ({ hook }) => ({ hookId: hook }),
  "deliveries.replayFailed": ({ hook }) => ({ hookId: hook, since: 0 }),
  "deliveries.total": ({ hook }) => ({ hookId: hook }),
  "exports.describe": () => ({ list: "items", filter: {} }),
  "groups.deleteMany": ({ scan }) => ({ selection: { ids: [scan] } }),
  "groups.delete": ({ spare }) => ({ id: spare.group }),
  "groups.create": () => ({ title: "Line" }),
  "groups.removeItem": ({ spare }) => ({ identifier: spare.item }),
  "hooks.create": ({ item }) => ({ target: { item }, events: "*", url: "https://receiver.example/" }),
  "hooks.get": ({ hook }) => ({ id: hook }),
  "hooks.pause": ({ hook }) => ({ id: hook }),
  "hooks.rotateSecret": ({ hook }) => ({ id: hook }),
  "hooks.sendTest": ({ hook }) => ({ id: hook, event: "itemScanned" }),
  "hooks.switchOn": ({ hook }) => ({ id: hook }),
  "hooks.list": ({ group }) => ({ target: { group } }),
  "items.create": () => ({ identifier: newIdentifier() }),
  "items.change": ({ spare }) => ({
    selection: { identifiers: [spare.item] },
    change: { action: "setData", key: "changed", value: true },
  }),
  "items.delete": ({ spare }) => ({ identifier: spare.item }),
  "items.invalidate": ({ spare }) => ({ identifier: spare.item }),
  "jobs.cancel": ({ job }) => ({ id: job }),
  "jobs.get": ({ job }) => ({ id: job }),
  "labels.preview": ({ item }) => ({ source: { of: "items", items: [item] } }),
  "labels.print": ({ item }) => ({
    source: { of: "items", items: [item] },
    settings: { ...DEFAULT_SETTINGS, lines: [] },
    format: "csv",
  }),
  "labels.saveLayout": () => ({ name: newIdentifier().slice(0, 90), settings: DEFAULT_SETTINGS }),
  "map.cells": () => ({ box, zoom: 0, days }),
  "map.days": () => ({ days }),
  "members.invite": someone,
  "people.endSession": ({ scan }) => ({ id: scan }),
  "people.setLocale": () => ({ locale: "en" }),
  "people.update": () => ({ name: "Owner" }),
  "privacy.concerned": ({ scan }) => ({ scan }),
  "privacy.concernedEverywhere": ({ scan }) => ({ scan }),
  "privacy.erase": ({ scan }) => ({ scan }),
  "privacy.eraseEverywhere": ({ scan }) => ({ scan }),
  "privacy.device": () => ({ identifier: "a device" }),
  "privacy.deviceEverywhere": () => ({ identifier: "a device" }),
  "producers.create": () => ({ name: "Other" }),
  "producers.requireSecondFactor": () => ({ isRequired: false }),
  "producers.holderOf": ({ item }) => ({ kind: "item", id: item }),
  "scans.assessment": ofScan,
  "scans.get": ofScan,
  "scans.neighbours": ofScan,
  "search.find": ({ item }) => ({ fragment: item }),
  "stats.activeItems": () => ({ range }),
  "stats.countries": () => ({ range }),
  "stats.groups": () => ({ range }),
  "stats.items": () => ({ range }),
  "stats.systems": () => ({ range }),
  "stats.totals": () => ({ range }),
  "stats.trend": () => ({ range, zone: "UTC" }),
  "tokens.create": () => ({ name: "Spare" }),
  "views.list": () => ({ list: "items" }),
  "views.save": () => ({ list: "items", name: newIdentifier().slice(0, 50), query: "", isShared: false }),
};

/** The input that a procedure accepts, in addition to `known` or replacing parts of it. */
export const inputOf = (path: string, scene: Scene): object => INPUTS[path]?.(scene) ?? {};

/** Targets whose plain request the scene cannot satisfy, by reason. */
const NEVER_ACCEPTED: Record<string, string[]> = {
  "the scene's scan has no place, its item no image, and its file is not an image": [
    "GET /scans/:id/map",
    "GET /items/:id/thumbnail/:width",
    "GET /contents/:id/:width",
  ],
  "needs an entry of the history": ["GET /items/:itemid/history/:entryid"],
  "needs another person": [
    "admin.person",
    "admin.makeAdmin",
    "admin.unmakeAdmin",
    "admin.disablePerson",
    "admin.enablePerson",
    "admin.signOutPerson",
    "admin.createPasswordLink",
    "admin.removeFactors",
    "members.changeRole",
    "members.remove",
    "members.signOut",
  ],
  "needs an invitation": [
    "admin.revokeInvitation",
    "admin.resendInvitation",
    "members.revokeInvitation",
    "members.invitation",
    "members.accept",
    "members.acceptSignedIn",
  ],
  "needs a mailed link, or a step of a sign-in": [
    "people.requestPasswordLink",
    "people.passwordLink",
    "people.setPasswordByLink",
    "people.secondStep",
    "people.confirm",
  ],
  "needs a second factor": [
    "factors.addPasskey",
    "factors.addTotp",
    "factors.remove",
    "factors.rename",
    "factors.renewRecoveryCodes",
  ],
  "needs the version that its form began from": [
    "admin.rename",
    "admin.setQuotas",
    "admin.changePhoneRule",
    "alerts.updateRule",
    "groups.update",
    "hooks.update",
    "items.update",
    "privacy.setRetention",
    "producers.rename",
  ],
  "the item is in the group already, or invalidated, and the scan erased": [
    "POST /groups/:idgroup/items/:iditem",
    "POST /items/:id/invalidate",
    "groups.addItem",
    "groups.removeItem",
    "items.invalidate",
    "items.delete",
    "privacy.eraseEverywhere",
  ],
  "needs an alert or a rule": [
    "alerts.get",
    "alerts.move",
    "alerts.note",
    "alerts.rule",
    "alerts.switchRule",
    "alerts.deleteRule",
    "alerts.watchRule",
  ],
  "needs a job that failed, or a change that can be undone": [
    "POST /jobs/:id/retry",
    "jobs.retry",
    "jobs.undo",
  ],
  "needs a file that is uploaded as it is read": [
    "POST /imports",
    "GET /imports/:id",
    "GET /imports/:id/refused",
    "imports.get",
    "imports.preview",
    "imports.refused",
    "imports.set",
    "imports.check",
    "imports.run",
    "imports.correct",
    "imports.discard",
  ],
  "needs a batch of codes, a layout or a view": [
    "codes.batch",
    "codes.list",
    "labels.deleteLayout",
    "views.update",
    "views.delete",
  ],
  "needs a delivery or a token": ["deliveries.get", "deliveries.replay", "tokens.revoke"],
  "ends the producer, its hook, or the set-up": [
    "admin.close",
    "admin.suspend",
    "admin.reactivate",
    "hooks.delete",
    "setUp.finish",
  ],
};

/** Whether the scene satisfies the target's plain request. */
export const isAcceptable = (target: string): boolean =>
  !Object.values(NEVER_ACCEPTED).flat().includes(target);
