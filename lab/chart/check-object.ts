import { Cluster } from "@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster";
import { ScheduledBackup } from "@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/ScheduledBackup";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { Service } from "kubernetes-models/v1/Service";
import { z } from "zod";

/** The kinds in the chart, with their schemas: Kubernetes' own, and those of the two operators' CRDs. */
const KINDS: Record<string, { prototype: { validate(): void } }> = {
  "apps/v1 Deployment": Deployment,
  "autoscaling/v2 HorizontalPodAutoscaler": HorizontalPodAutoscaler,
  "monitoring.coreos.com/v1 ServiceMonitor": ServiceMonitor,
  "networking.k8s.io/v1 Ingress": Ingress,
  "networking.k8s.io/v1 NetworkPolicy": NetworkPolicy,
  "policy/v1 PodDisruptionBudget": PodDisruptionBudget,
  "postgresql.cnpg.io/v1 Cluster": Cluster,
  "postgresql.cnpg.io/v1 ScheduledBackup": ScheduledBackup,
  "v1 Service": Service,
};

export const ChartObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string().max(63) }),
});
export type ChartObject = z.output<typeof ChartObject>;

/** A copy of a value that notes which of its fields are read. */
function watched(value: unknown, at: string, unread: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    const where = `${at}/${name}`;
    if (!Array.isArray(value)) unread.add(where);
    return [name, watched(field, where, unread)];
  });
  const copy: object = Array.isArray(value) ? fields.map(([, field]) => field) : Object.fromEntries(fields);
  return new Proxy(copy, {
    get(target, name, receiver) {
      if (typeof name === "string") unread.delete(`${at}/${name}`);
      return Reflect.get(target, name, receiver);
    },
  });
}

/** The faults of an object by its schema. The compiled schemas read every field that they know: others do not exist. */
export function faultsOf(object: ChartObject): string[] {
  const kind = `${object.apiVersion} ${object.kind}`;
  const model = KINDS[kind];
  if (!model) return [`${kind} has no schema here`];
  const unread = new Set<string>();
  const told: string[] = [];
  try {
    Reflect.apply(model.prototype.validate, watched(object, "", unread), []);
  } catch (error) {
    told.push(error instanceof Error ? error.message : String(error));
  }
  return [...told, ...[...unread].map((field) => `${field} does not exist`)].map(
    (fault) => `${kind} ${object.metadata.name}: ${fault}`,
  );
}
