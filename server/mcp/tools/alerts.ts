import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { listAlerts } from "@/server/domain/alerts/list";
import { listRules } from "@/server/domain/alerts/list-rules";
import { getAlert } from "@/server/domain/alerts/read";
import { AlertFilter } from "@/server/domain/alerts/schema";
import { partOf, tool } from "../tool";

const listAlertsTool = tool({
  name: "list_alerts",
  scope: "scans:read",
  title: "List alerts",
  description: "Incidents that an alert rule opened, newest first, with the evidence.",
  input: z.object({ state: AlertFilter.shape.state.describe("State of the alert."), ...partOf(PageByUuid) }),
  call: (ctx, { state, limit, cursor }) => listAlerts(ctx, { state }, { limit, cursor }),
});

const getAlertTool = tool({
  name: "get_alert",
  scope: "scans:read",
  title: "Get an alert",
  description: "An alert with its condition, its evidence and the notes of members.",
  input: z.object({ id: z.uuid().describe("Id of the alert.") }),
  call: (ctx, { id }) => getAlert(ctx, id),
});

const listRulesTool = tool({
  name: "list_alert_rules",
  scope: "scans:read",
  title: "List alert rules",
  description: "The conditions that open alerts, and whether each is switched on.",
  input: z.object({}),
  call: (ctx) => listRules(ctx),
});

export const alertTools = [listAlertsTool, getAlertTool, listRulesTool];
