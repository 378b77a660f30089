/**
 * The API metrics.k8s.io/v1beta1: NodeMetrics and PodMetrics, get and list.
 *
 * Models sigs.k8s.io/metrics-server pkg/api (node.go, pod.go, table.go). In: requests that the API
 * server passes on. Out: objects, tables, or a Status.
 */
import { defined } from '#base/defined';
import { rfc3339 } from '#base/sim-time';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import { badRequest, methodNotSupported, notFound } from '#k8s.io/apimachinery/errors';
import { matchesFields, parseFieldSelector } from '#k8s.io/apimachinery/fields';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { matches, parseSelector } from '#k8s.io/apimachinery/labels';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { addQuantities, formatQuantity, quantityFromWhole } from '#k8s.io/apimachinery/quantity';
import type { HttpRequest, HttpResponse } from '#k8s.io/client-go/rest/http';
import type { MetricsStore, Usage } from './metrics-store.ts';

const group = 'metrics.k8s.io';
const apiVersion = `${group}/v1beta1`;

export interface MetricsSource {
  readonly store: MetricsStore;
  readonly nodes: () => readonly Node[];
  readonly pods: () => readonly Pod[];
  readonly now: () => number;
}

const reply = (code: number, body: unknown): HttpResponse => ({
  code,
  headers: { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' },
  body,
});
const refused = (status: Status): HttpResponse => reply(status.code ?? 500, status);

const resource = (name: string, kind: string, namespaced: boolean) => ({
  name,
  singularName: '',
  namespaced,
  kind,
  verbs: ['get', 'list'],
});

const resourceList = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: apiVersion,
  resources: [resource('nodes', 'NodeMetrics', false), resource('pods', 'PodMetrics', true)],
};

const path =
  /^\/apis\/metrics\.k8s\.io\/v1beta1(?:\/namespaces\/([^/]+))?\/(nodes|pods)(?:\/([^/]+))?$/;

/** A query parameter's text; empty when it is not there. */
function parameter(query: string, name: string): string {
  const pair = query.split('&').find((each) => each.startsWith(`${name}=`)) ?? '';
  return decodeURIComponent(pair.slice(name.length + 1).replaceAll('+', ' '));
}

/** One request to its answer. */
export function answerMetrics(source: MetricsSource, request: HttpRequest): HttpResponse {
  const [where = '', query = ''] = request.url.split('?');
  if (where === `/apis/${apiVersion}`) return reply(200, resourceList);
  const [found, namespace = '', kind = '', name = ''] = path.exec(where) ?? [];
  if (found === undefined) return reply(404, '404 page not found\n');
  if (request.method !== 'GET' || parameter(query, 'watch') === 'true') {
    return refused(methodNotSupported({ group, resource: kind }, 'watch'));
  }
  const measured = kind === 'nodes' ? nodeMetrics(source) : podMetrics(source, namespace);
  const asTable = request.headers['accept']?.includes('as=Table') === true;
  if (name !== '') {
    const one = measured.find(({ metadata }) => metadata.name === name);
    if (one !== undefined) return reply(200, asTable ? tableOf([one], {}) : one);
    const called = kind === 'nodes' ? name : `${namespace}/${name}`;
    const missing = { group, resource: kind === 'nodes' ? 'nodemetrics' : 'podmetrics' };
    return refused(notFound(missing, called));
  }
  const labels = parseSelector(parameter(query, 'labelSelector'));
  if (!labels.ok) return refused(badRequest(labels.error));
  const fields = parseFieldSelector(parameter(query, 'fieldSelector'));
  if (!fields.ok) return refused(badRequest(fields.error));
  const items = measured.filter(
    ({ metadata }) =>
      matches(labels.value, metadata.labels) &&
      matchesFields(fields.value, (field) =>
        field === 'metadata.name' ? metadata.name : metadata.namespace,
      ),
  );
  if (asTable) return reply(200, tableOf(items, {}));
  const listKind = kind === 'nodes' ? 'NodeMetricsList' : 'PodMetricsList';
  return reply(200, { kind: listKind, apiVersion, metadata: {}, items });
}

interface Metrics extends KubeObject {
  readonly timestamp: string;
  readonly window: string;
}

type Amounts = Readonly<Record<'cpu' | 'memory', string>>;

const amounts = (nanocores: number, memory: number): Amounts => ({
  cpu: formatQuantity({ nanos: BigInt(nanocores), format: 'DecimalSI' }),
  memory: quantityFromWhole(memory, 'BinarySI'),
});

function metricsOf(
  kind: string,
  { metadata }: KubeObject,
  now: number,
  { at, window }: Usage,
): Metrics {
  const { name, namespace, labels } = metadata;
  return asObject<Metrics>({
    kind,
    apiVersion,
    metadata: {
      name,
      ...defined({ namespace }),
      creationTimestamp: rfc3339(now),
      ...defined({ labels }),
    },
    timestamp: rfc3339(at),
    window: goDurationString(window),
  });
}

const byName = (a: Metrics, b: Metrics): number => {
  const key = ({ metadata }: Metrics) => `${metadata.namespace ?? ''}/${metadata.name}`;
  return key(a) < key(b) ? -1 : 1;
};

function nodeMetrics({ store, nodes, now }: MetricsSource): readonly Metrics[] {
  return nodes()
    .flatMap((node) => {
      const usage = store.node(node.metadata.name);
      if (usage === undefined) return [];
      const used = { usage: amounts(usage.nanocores, usage.memory) };
      return [{ ...metricsOf('NodeMetrics', node, now(), usage), ...used }];
    })
    .sort(byName);
}

function podMetrics({ store, pods, now }: MetricsSource, namespace: string): readonly Metrics[] {
  return pods()
    .filter(({ metadata }) => namespace === '' || metadata.namespace === namespace)
    .flatMap((pod) => {
      const key = `${pod.metadata.namespace}/${pod.metadata.name}`;
      const usages = store.pod(key, pod.spec.nodeName ?? '');
      const [first] = usages?.values() ?? [];
      if (usages === undefined || first === undefined) return [];
      const containers = [...usages].map(([name, { nanocores, memory }]) => ({
        name,
        usage: amounts(nanocores, memory),
      }));
      return [{ ...metricsOf('PodMetrics', pod, now(), first), containers }];
    })
    .sort(byName);
}

/** Source: table.go; a pod's containers are added up. */
function tableOf(items: readonly Metrics[], metadata: object): object {
  const column = (name: string, description: string, format = '') => ({
    name,
    type: 'string',
    format,
    description,
    priority: 0,
  });
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: [
      column('Name', 'Name of the resource', 'name'),
      column('cpu', ''),
      column('memory', ''),
      column('Window', ''),
    ],
    rows: items.map((item) => ({
      cells: [item.metadata.name, ...sums(item), item.window],
      object: {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: item.metadata,
      },
    })),
  };
}

function sums(item: Metrics): readonly [cpu: string, memory: string] {
  const { usage, containers = [] } = item as {
    readonly usage?: Amounts;
    readonly containers?: readonly { readonly usage: Amounts }[];
  };
  const all = usage === undefined ? containers.map((each) => each.usage) : [usage];
  return [
    all.map(({ cpu }) => cpu).reduce(addQuantities, '0'),
    all.map(({ memory }) => memory).reduce(addQuantities, '0'),
  ];
}
