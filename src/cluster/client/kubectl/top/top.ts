/**
 * `kubectl top`: what nodes and pods use, as the metrics server tells.
 *
 * Models k8s.io/kubectl pkg/cmd/top and pkg/metricsutil. A cluster without metrics.k8s.io says so.
 */
import { ok } from '#base/result';
import type { Node } from '#k8s.io/api/core/v1';
import type { KubeList, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { approximateValue } from '#k8s.io/apimachinery/quantity';
import { nodes as nodesResource, type Resource } from '#k8s.io/client-go/rest/resource';
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
    ...refused(boolFlag('use-protocol-buffers', 'Use protobuf', { default: 'true' })),
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
    ...refused(boolFlag('use-protocol-buffers', 'Use protobuf', { default: 'true' })),
  ],
  run: runNodes,
};

export const top: Command = {
  name: 'top',
  short: 'Display resource (CPU/memory) usage',
  subcommands: [topNode, topPod],
};

/** What both check before they ask for metrics. */
function* available({ session, args, flags, path }: Invocation): Process<Outcome> {
  const sortBy = flags.string('sort-by');
  if (!['', 'cpu', 'memory'].includes(sortBy)) return fail('--sort-by accepts only cpu or memory');
  if (args.length > 1) return usageError(path, `unexpected arguments: [${args.join(' ')}]`);
  if (args.length === 1 && flags.string('selector') !== '') {
    return fail('only one of NAME or --selector can be provided');
  }
  const all = yield* session.mapper.refreshed();
  if (!all.ok) return all;
  return all.value.some(({ group }) => group === 'metrics.k8s.io')
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

function printRows({ session, flags }: Invocation, header: readonly string[], rows: Row[]): void {
  const sortBy = flags.string('sort-by');
  if (sortBy === 'cpu') rows.sort((a, b) => b.cpu - a.cpu);
  if (sortBy === 'memory') rows.sort((a, b) => b.memory - a.memory);
  const lines = [...(flags.bool('no-headers') ? [] : [header]), ...rows.map(({ words }) => words)];
  session.out(alignColumns(lines.map((row) => `${row.join('\t')}\t\n`).join(''), tableColumns));
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
  printRows(invocation, header, rows);
  return ok(undefined);
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
  printRows(invocation, ['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)'], rows);
  return ok(undefined);
}
