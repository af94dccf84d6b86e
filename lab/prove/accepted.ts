import { randomUUID } from "node:crypto";
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
const ofCase = ({ caseId }: Scene) => ({ id: caseId });
const area = { box, days };
const someone = () => ({ email: `${newIdentifier().replace(" ", "-")}@proof.test`, role: "viewer" });

/** What is read of a case by its id alone. */
const CASE_READS = [
  "alerts",
  "codes",
  "get",
  "items",
  "packs",
  "places",
  "reports",
  "scans",
  "suggestions",
  "timeline",
];

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
  "admin.apiCalls": () => ({ requestId: "none" }),
  "alertChannels.create": () => ({
    name: newIdentifier().slice(0, 50),
    kind: "slack",
    url: "https://chat.example/hook",
    locale: "en",
    ruleIds: null,
    isOn: true,
    quietHours: null,
  }),
  "alerts.addRecommendedRules": () => ({ locale: "en" }),
  "alerts.backTest": () => rule,
  "alerts.createRule": () => ({ ...rule, name: "Watch", mailsMe: false }),
  "allMap.area": () => area,
  "allMap.cells": () => ({ box, zoom: 0, days }),
  "allMap.countries": () => ({ days }),
  "allMap.days": () => ({ days }),
  "allStats.activeItems": () => ({ range }),
  "allStats.countries": () => ({ range }),
  "allStats.systems": () => ({ range }),
  "allStats.totals": () => ({ range }),
  "allStats.trend": () => ({ range, zone: "UTC" }),
  ...Object.fromEntries(CASE_READS.map((name) => [`cases.${name}`, ofCase])),
  "cases.addPerson": (scene) => ({ ...ofCase(scene), role: "seller", name: "Sam", contact: "", note: "" }),
  "cases.changeMany": ({ caseId }) => ({ ids: [caseId], change: { addTags: ["eu"] } }),
  "cases.figures": () => ({ from: 0, today: "2026-01-31" }),
  "cases.link": (scene) => ({ ...ofCase(scene), kind: "item", refs: [scene.item] }),
  "cases.makePack": ({ caseId }) => ({ caseId, language: "en" }),
  "cases.move": (scene) => ({ ...ofCase(scene), state: "investigating" }),
  "cases.note": (scene) => ({ ...ofCase(scene), text: "Seen again" }),
  "cases.of": ({ scan }) => ({ kind: "scan", ref: scan }),
  "cases.open": () => ({ title: "Handbags" }),
  "codePatterns.claim": () => ({ kind: "prefix", text: newIdentifier().slice(0, 40) }),
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
  "inspections.ofCode": ({ item }) => ({ code: item }),
  "inspections.record": ({ item }) => ({
    key: randomUUID(),
    code: item,
    note: "",
    isFlagged: false,
    case: "new",
    place: null,
    at: 0,
  }),
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
  "map.area": () => area,
  "map.areaFakes": () => area,
  "map.cells": () => ({ box, zoom: 0, days }),
  "map.countries": () => ({ days }),
  "map.days": () => ({ days }),
  "map.suspects": () => area,
  "members.invite": someone,
  "overview.concerns": () => ({ range }),
  "ownership.concerned": () => ({ email: "owner@proof.test" }),
  "people.endSession": ({ scan }) => ({ id: scan }),
  "people.setLocale": () => ({ locale: "en" }),
  "people.setQuietHours": () => ({ quietHours: null }),
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
