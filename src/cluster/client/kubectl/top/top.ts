/**
 * `kubectl top`: usage of nodes and pods, from the metrics server.
 *
 * Models k8s.io/kubectl pkg/cmd/top and pkg/metricsutil. A cluster without metrics.k8s.io prints an
 * error.
 */
import { ok } from '#base/result';
import { minute, parseRfc3339 } from '#base/sim-time';
import type { Node } from '#k8s.io/api/core/v1';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import type { KubeList, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { approximateValue } from '#k8s.io/apimachinery/quantity';
import {
  nodes as nodesResource,
  pods as podsResource,
  type Resource,
} from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import { alignColumns, tableColumns } from '../printers/tabwriter.ts';

type Usage = Readonly<Record<string, string>>;

interface PodMetrics extends KubeObject {
  readonly containers?: readonly { readonly name: string; readonly usage: Usage }[];
}

interface NodeMetrics extends KubeObject {
  readonly usage?: Usage;
}

const metrics = (resource: string, kind: string, namespaced: boolean): Resource => ({
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  resource,
  kind,
  namespaced,
});
const podMetrics = metrics('pods', 'PodMetrics', true);
const nodeMetrics = metrics('nodes', 'NodeMetrics', false);

const topPod: Command = {
  name: 'pod',
  aliases: ['pods', 'po'],
  short: 'Display resource (CPU/memory) usage of pods',
  usage: '[NAME | -l label]',
  flags: [
    boolFlag('all-namespaces', 'Look in all namespaces', { shorthand: 'A' }),
    boolFlag('containers', 'Print usage of containers within a pod'),
    stringFlag('field-selector', 'Selector (field query) to filter on'),
    boolFlag('no-headers', 'Print output without headers'),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    stringFlag('sort-by', 'Sort by cpu or memory'),
    boolFlag('sum', 'Print the sum of the resource usage'),
    ...refused(
      boolFlag('show-swap', 'Print swap usage'),
      boolFlag('use-protocol-buffers', 'Use protobuf', { default: 'true' }),
    ),
  ],
  run: runPods,
};

const topNode: Command = {
  name: 'node',
  aliases: ['nodes', 'no'],
  short: 'Display resource (CPU/memory) usage of nodes',
  usage: '[NAME | -l label]',
  flags: [
    boolFlag('no-headers', 'Print output without headers'),
    stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
    boolFlag('show-capacity', 'Print node resources based on Capacity'),
    stringFlag('sort-by', 'Sort by cpu or memory'),
    ...refused(
      boolFlag('show-swap', 'Print swap usage'),
      boolFlag('use-protocol-buffers', 'Use protobuf', { default: 'true' }),
    ),
  ],
  run: runNodes,
};

export const top: Command = {
  name: 'top',
  short: 'Display resource (CPU/memory) usage',
  subcommands: [topNode, topPod],
};

/** Source: top_pod.go metricsCreationDelay. */
const metricsCreationDelay = 2 * minute;

/** The check of both commands before they request metrics. */
function* available({ session, args, flags, path }: Invocation): Process<Outcome> {
  const sortBy = flags.string('sort-by');
  if (!['', 'cpu', 'memory'].includes(sortBy)) return fail('--sort-by accepts only cpu or memory');
  if (args.length > 1) return usageError(path, `unexpected arguments: [${args.join(' ')}]`);
  if (args.length === 1 && flags.string('selector') !== '') {
    return fail('only one of NAME or --selector can be provided');
  }
  const groups = yield* session.mapper.groupVersions();
  if (!groups.ok) return groups;
  return groups.value.has('metrics.k8s.io/v1beta1')
    ? ok(undefined)
    : fail('Metrics API not available');
}

const cores = (usage: Usage): number => Math.ceil(approximateValue(usage['cpu'] ?? '0') * 1_000);
const mebibytes = (usage: Usage): number =>
  Math.floor(approximateValue(usage['memory'] ?? '0') / 1_048_576);

const sumOf = (usages: readonly Usage[]): readonly [number, number] => [
  usages.reduce((sum, usage) => sum + cores(usage), 0),
  usages.reduce((sum, usage) => sum + mebibytes(usage), 0),
];

interface Row {
  readonly words: readonly string[];
  readonly cpu: number;
  readonly memory: number;
}

function printRows(
  { session, flags }: Invocation,
  header: readonly string[],
  rows: Row[],
  sum = false,
): void {
  const sortBy = flags.string('sort-by');
  if (sortBy === 'cpu') rows.sort((a, b) => b.cpu - a.cpu);
  if (sortBy === 'memory') rows.sort((a, b) => b.memory - a.memory);
  const lines = [...(flags.bool('no-headers') ? [] : [header]), ...rows.map(({ words }) => words)];
  if (sum) lines.push(...sumLines(header.length, rows));
  session.out(alignColumns(lines.map((row) => `${row.join('\t')}\t\n`).join(''), tableColumns));
}

/** A line and the sums below the two columns of numbers. Source: printPodResourcesSum. */
function sumLines(columns: number, rows: readonly Row[]): readonly (readonly string[])[] {
  const blank = Array.from({ length: columns - 2 }, () => '');
  const total = (of: 'cpu' | 'memory'): number => rows.reduce((all, row) => all + row[of], 0);
  return [
    [...blank, '________', '________'],
    [...blank, `${total('cpu')}m`, `${total('memory')}Mi`],
  ];
}

function* runPods(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const there = yield* available(invocation);
  if (!there.ok) return there;
  const everywhere = flags.bool('all-namespaces');
  const namespace = everywhere ? '' : session.config.namespace;
  const [name] = args;
  const query = {
    fieldSelector: flags.string('field-selector') || undefined,
    labelSelector: flags.string('selector') || undefined,
  };
  const read =
    name === undefined
      ? yield* session.client.get<KubeList<PodMetrics>>(podMetrics, { namespace, query })
      : yield* session.client.get<PodMetrics>(podMetrics, { namespace, name });
  if (!read.ok) return read;
  const items =
    'items' in read.value ? (read.value as KubeList<PodMetrics>).items : [read.value as PodMetrics];
  if (items.length === 0) {
    const young = yield* whyNoMetrics(invocation, namespace);
    if (!young.ok) return young;
    session.err(
      everywhere ? 'No resources found\n' : `No resources found in ${namespace} namespace.\n`,
    );
    return ok(undefined);
  }
  const place = (item: PodMetrics) => (everywhere ? [item.metadata.namespace ?? ''] : []);
  const rows = items.flatMap((item): Row[] => {
    const containers = item.containers ?? [];
    const each = flags.bool('containers')
      ? containers.map(({ name: container, usage }) => ({ extra: [container], usages: [usage] }))
      : [{ extra: [], usages: containers.map(({ usage }) => usage) }];
    return each.map(({ extra, usages }) => {
      const [cpu, memory] = sumOf(usages);
      const words = [...place(item), item.metadata.name, ...extra, `${cpu}m`, `${memory}Mi`];
      return { words, cpu, memory };
    });
  });
  const header = [
    ...(everywhere ? ['NAMESPACE'] : []),
    ...(flags.bool('containers') ? ['POD', 'NAME'] : ['NAME']),
    'CPU(cores)',
    'MEMORY(bytes)',
  ];
  printRows(invocation, header, rows, flags.bool('sum'));
  return ok(undefined);
}

/** Pods without metrics: too young, or an error. Source: verifyEmptyMetrics. */
function* whyNoMetrics({ session, flags }: Invocation, namespace: string): Process<Outcome> {
  const query = {
    fieldSelector: flags.string('field-selector') || undefined,
    labelSelector: flags.string('selector') || undefined,
  };
  const pods = yield* session.client.get<KubeList>(podsResource, { namespace, query });
  if (!pods.ok) return pods;
  if (pods.value.items.length === 0) return ok(undefined);
  for (const { metadata } of pods.value.items) {
    const age = session.sim.now - (parseRfc3339(metadata.creationTimestamp) ?? 0);
    if (age <= metricsCreationDelay) continue;
    const which = `${metadata.namespace}/${metadata.name}`;
    return fail(`Metrics not available for pod ${which}, age: ${goDurationString(age)}`);
  }
  return fail('metrics not available yet');
}

function* runNodes(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const there = yield* available(invocation);
  if (!there.ok) return there;
  const [name] = args;
  const query = { labelSelector: flags.string('selector') || undefined };
  const read =
    name === undefined
      ? yield* session.client.get<KubeList<NodeMetrics>>(nodeMetrics, { namespace: '', query })
      : yield* session.client.get<NodeMetrics>(nodeMetrics, { namespace: '', name });
  if (!read.ok) return read;
  const items =
    'items' in read.value
      ? (read.value as KubeList<NodeMetrics>).items
      : [read.value as NodeMetrics];
  const list = yield* session.client.get<KubeList<Node>>(nodesResource, { namespace: '', query });
  if (!list.ok) return list;
  const capacity = flags.bool('show-capacity') ? 'capacity' : 'allocatable';
  const rows = items.flatMap(({ metadata, usage = {} }): Row[] => {
    const node = list.value.items.find((each) => each.metadata.name === metadata.name);
    const limits = (node?.status?.[capacity] ?? {}) as Usage;
    const [cpu, memory] = sumOf([usage]);
    const share = (part: number, whole: number): string =>
      whole === 0 ? '<unknown>' : `${Math.floor((part * 100) / whole)}%`;
    const words = [
      metadata.name,
      `${cpu}m`,
      share(cpu, cores(limits)),
      `${memory}Mi`,
      share(memory, mebibytes(limits)),
    ];
    return [{ words, cpu, memory }];
  });
  if (name === undefined) {
    const measured = new Set(items.map(({ metadata }) => metadata.name));
    const unknown = ['<unknown>', '<unknown>', '<unknown>', '<unknown>'];
    for (const { metadata } of list.value.items) {
      if (measured.has(metadata.name)) continue;
      rows.push({ words: [metadata.name, ...unknown], cpu: 0, memory: 0 });
    }
  }
  printRows(invocation, ['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)'], rows);
  return ok(undefined);
}
