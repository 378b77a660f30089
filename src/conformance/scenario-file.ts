/** The recorded scenarios on disk: what `scenario.json` says, checked as it is read. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitWords } from '#base/shell-words';
import type { ClusterConfig, NodeConfig } from '#cluster/config/cluster-config';
import { clusterOf, node } from '#scenarios/clusters';

export type ScenarioFileStep =
  | { readonly kubectl: string; readonly as?: string; readonly argv?: readonly string[] }
  | {
      readonly apply: string;
      readonly verb?: string;
      readonly as?: string;
      readonly argv?: readonly string[];
    }
  | { readonly quiet: number; readonly max: number }
  | { readonly sleep: number }
  | { readonly host: string; readonly note?: string };

interface ScenarioFileNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints?: NodeConfig['taints'];
  readonly podCIDR: string;
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
}

export interface ScenarioFile {
  readonly name: string;
  readonly title: string;
  readonly cluster: {
    readonly nodes: readonly ScenarioFileNode[];
    readonly podCIDR: string;
    readonly serviceCIDR: string;
  };
  readonly setup: readonly ScenarioFileStep[];
  readonly steps: readonly ScenarioFileStep[];
  /** Quiet seconds that the recorder waits for after the last step, and how long at most. */
  readonly settle?: number;
  readonly max?: number;
}

/** The folders below `directory` that hold a scenario, by name. */
export function scenarioNames(directory: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => existsSync(join(directory, name, 'scenario.json')))
    .sort();
}

export function readScenario(directory: string, name: string): ScenarioFile {
  const folder = join(directory, name);
  const file = JSON.parse(readFileSync(join(folder, 'scenario.json'), 'utf8')) as ScenarioFile;
  const played = join(folder, 'kubectl.jsonl');
  const commands = (existsSync(played) ? readFileSync(played, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly argv?: readonly string[] })
    .flatMap(({ argv }) => (argv === undefined ? [] : [argv]));
  return {
    ...file,
    setup: withWords(file.setup ?? [], []),
    steps: withWords(file.steps, commands),
  };
}

/**
 * The words of each command as they were given; `scenario.json` writes them without quotes. Where
 * nobody has played it yet, words are taken apart as a shell would, but for JSON that stands bare.
 */
function withWords(
  steps: readonly ScenarioFileStep[],
  commands: readonly (readonly string[])[],
): readonly ScenarioFileStep[] {
  let next = 0;
  return steps.map((step) => {
    if (!('kubectl' in step || 'apply' in step)) return step;
    const argv = commands[next++];
    if (argv !== undefined) return { ...step, argv };
    return 'kubectl' in step ? { ...step, argv: bareWords(step.kubectl) } : step;
  });
}

/** `-p {"a": "b"}` is one word with its quotes, as the recorder's `kubectl.jsonl` shows it. */
export function bareWords(line: string): readonly string[] {
  const json = /(?<=^|[\s=])[[{](?=[\s"{[\]}]).*[\]}](?=\s|$)/;
  const found = json.exec(line)?.[0];
  if (found === undefined || !isJson(found)) return splitWords(line);
  const mark = '\u0001';
  return splitWords(line.replace(found, () => mark)).map((word) => word.replace(mark, () => found));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Labels every kubelet sets by itself; a node's configuration lists only further ones. */
const ownLabels = /^(beta\.)?kubernetes\.io\/(arch|os|hostname)$/;

/** The cluster that a scenario asks for, with the recorded cluster's people and images. */
export function clusterConfigOf(file: ScenarioFile): ClusterConfig {
  const { registryBytesPerSecond: _, ...base } = clusterOf(file.cluster.nodes.length);
  return {
    ...base,
    registry: 'recorded',
    podCIDR: file.cluster.podCIDR,
    serviceCIDR: file.cluster.serviceCIDR,
    // In no recording has the `kubernetes` Service an endpoint.
    endpointReconciler: 'none',
    nodes: file.cluster.nodes.map((recorded, index) => ({
      ...node(index + 1),
      name: recorded.name,
      // That of the machine on which was recorded.
      cgroupVersion: 1,
      kubelet: { failCgroupV1: false },
      cpu: recorded.capacity['cpu'] ?? '2',
      memory: recorded.capacity['memory'] ?? '24684092Ki',
      pods: Number(recorded.capacity['pods'] ?? 110),
      memoryReserved: reserved(recorded),
      labels: Object.fromEntries(
        Object.entries(recorded.labels).filter(([key]) => !ownLabels.test(key)),
      ),
      taints: recorded.taints ?? [],
      podCIDR: recorded.podCIDR,
    })),
  };
}

function reserved({ capacity, allocatable }: ScenarioFileNode): string {
  const kibibytes = (text: string | undefined): number => Number((text ?? '0Ki').replace('Ki', ''));
  return `${kibibytes(capacity['memory']) - kibibytes(allocatable['memory'])}Ki`;
}
