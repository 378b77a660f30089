/**
 * Resources that are served in more versions than the stored one.
 *
 * Models the conversions of kubernetes pkg/apis/events and pkg/apis/autoscaling. Events are stored
 * as core/v1, horizontal pod autoscalers as autoscaling/v2.
 */
import { must } from '#base/assert';
import { defined } from '#base/defined';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';
import type { Conversion } from './store-options.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The version in which a resource is stored in etcd. */
export function storageVersionOf(resource: ResourceInfo): ResourceInfo {
  if (resource.plural === 'events') return must(resourceFor('', 'v1', 'events'), 'events');
  if (resource.plural !== 'horizontalpodautoscalers') return resource;
  return must(resourceFor('autoscaling', 'v2', resource.plural), 'autoscalers');
}

/** The names of the same fields in events.k8s.io/v1 and in core/v1. */
const eventFields: readonly (readonly [string, string])[] = [
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
];
const toCoreName = new Map(eventFields);
const toEventsName = new Map(eventFields.map(([events, core]) => [core, events]));

const renamed = (object: KubeObject, apiVersion: string, names: ReadonlyMap<string, string>) => {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) fields[names.get(name) ?? name] = value;
  return asObject<KubeObject>({ ...fields, apiVersion });
};

const events: Conversion = {
  toStorage: (object) => renamed(object, 'v1', toCoreName),
  fromStorage: (object) => renamed(object, 'events.k8s.io/v1', toEventsName),
};

/** The only metric in autoscaling/v1. */
const cpuUtilization = (averageUtilization: unknown): Fields => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

const autoscalers: Conversion = {
  toStorage(object) {
    const { targetCPUUtilizationPercentage, ...spec } = (object.spec ?? {}) as Fields;
    const metrics =
      targetCPUUtilizationPercentage === undefined
        ? {}
        : { metrics: [cpuUtilization(targetCPUUtilizationPercentage)] };
    return { ...object, apiVersion: 'autoscaling/v2', spec: { ...spec, ...metrics } };
  },
  fromStorage(object) {
    const { metrics, behavior: _, ...spec } = (object.spec ?? {}) as Fields;
    const resource = (metrics as readonly Fields[] | undefined)
      ?.map((metric) => metric['resource'] as Fields | undefined)
      .find((candidate) => candidate?.['name'] === 'cpu');
    const target = resource?.['target'] as Fields | undefined;
    const percentage = target?.['averageUtilization'];
    return {
      ...object,
      apiVersion: 'autoscaling/v1',
      spec: {
        ...spec,
        ...defined({ targetCPUUtilizationPercentage: percentage }),
      },
    };
  },
};

/** By `apiVersion/plural`, for versions other than the stored one. */
export const conversions: ReadonlyMap<string, Conversion> = new Map([
  ['events.k8s.io/v1/events', events],
  ['autoscaling/v1/horizontalpodautoscalers', autoscalers],
]);
