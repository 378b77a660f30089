/** The seven sections of a comparison, each with its score and what differs. */
import { isBackgroundOrNodeKey, isBackgroundRequest } from '#trace/background';
import type { CriRecord, RecordingFiles, WriteRecord } from '../recording.ts';
import { normalize } from './normalize.ts';
import { objectLeaves } from './object-leaves.ts';
import { differences, type Grouped, groupedScore, multisetScore, sequenceScore } from './score.ts';

export const sectionNames = [
  'kubectl',
  'writes',
  'events',
  'cri',
  'etcd',
  'objects',
  'scheduler',
] as const;
export type SectionName = (typeof sectionNames)[number];

export interface SectionResult {
  /** 0 to 1. */
  readonly score: number;
  readonly differences: readonly string[];
}

type Section = (real: RecordingFiles, sim: RecordingFiles) => SectionResult;

/** What a command printed, without what differs between two runs of one cluster. */
export const outputLines = (record: { stdout?: string; stderr?: string }): readonly string[] =>
  normalize(`${record.stdout ?? ''}\n${record.stderr ?? ''}`)
    .split('\n')
    .filter((line) => line !== '');

const kubectl: Section = (real, sim) => {
  const theirs = real.kubectl.filter((record) => record.argv !== undefined);
  const ours = sim.kubectl.filter((record) => record.argv !== undefined);
  if (theirs.length === 0) return { score: 1, differences: [] };
  let sum = 0;
  const all: string[] = [];
  theirs.forEach((record, index) => {
    const answer = ours[index];
    const name = `kubectl ${(record.argv ?? []).join(' ')}`;
    if (answer === undefined) {
      all.push(`${name}: not run`);
      return;
    }
    const [a, b] = [outputLines(record), outputLines(answer)];
    const sameExit = record.exitCode === answer.exitCode;
    const score = (sameExit ? 0.25 : 0) + 0.75 * sequenceScore(a, b);
    sum += score;
    if (score === 1) return;
    all.push(`${name}: ${score.toFixed(2)} exit ${record.exitCode}/${answer.exitCode}`);
    all.push(...differences(a, b).map((line) => `  ${line}`));
  });
  return { score: sum / theirs.length, differences: all };
};

function isCompared(write: WriteRecord): boolean {
  if (write.code === 409 || write.resource === 'tokenreviews') return false;
  const { resource, subresource = '' } = write;
  if (isBackgroundRequest({ resource, subresource })) return false;
  return !(write.resource === 'serviceaccounts' && write.subresource === 'token');
}

function writer({ user = '', agent = '' }: WriteRecord): string {
  if (user === 'kubernetes-admin' || agent.startsWith('kubectl')) return 'kubectl';
  return user
    .replace('system:serviceaccount:kube-system:', '')
    .replace(/^system:node:/, 'kubelet ')
    .replace(/^system:/, '')
    .replace(/^kubelet node-\d/, 'kubelet');
}

function groupedWrite(write: WriteRecord): Grouped {
  const subresource = write.subresource === undefined ? '' : `/${write.subresource}`;
  const name = write.name ?? write.response?.metadata?.name ?? '';
  return {
    group: normalize(`${write.resource}/${write.namespace ?? ''}/${name}`),
    item: `${writer(write)} ${write.verb} ${write.resource}${subresource} ${write.code}`,
  };
}

const firsts = (items: readonly string[]): readonly string[] => [...new Set(items)];
const labels = (items: readonly Grouped[]): readonly string[] =>
  items.map(({ group, item }) => `${group} ${item}`);

const writes: Section = (real, sim) => {
  const theirs = real.writes.filter(isCompared).map(groupedWrite);
  const ours = sim.writes.filter(isCompared).map(groupedWrite);
  const inOrder = (a: readonly string[], b: readonly string[]): number =>
    sequenceScore(firsts(a), firsts(b));
  const score =
    groupedScore(theirs, ours, multisetScore) * 0.5 + groupedScore(theirs, ours, inOrder) * 0.5;
  return { score, differences: differences(labels(theirs), labels(ours)) };
};

const events: Section = (real, sim) => {
  const lines = ({ events }: RecordingFiles): readonly string[] =>
    events
      .filter((event) => event.reason !== 'ImageGCFailed')
      .map((event) => {
        const component = event.reportingComponent || event.source?.component || '';
        const about = `${event.kind}/${event.name}`;
        return normalize(`${component} ${event.type} ${about} ${event.reason}: ${event.message}`);
      });
  const [a, b] = [lines(real), lines(sim)];
  return { score: multisetScore(a, b), differences: differences(a, b) };
};

const polling = new Set([
  'ContainerStatus',
  'PodSandboxStatus',
  'ImageStatus',
  'ExecSync',
  'ReopenContainerLog',
  'RemoveImage',
]);

/** Follows sandbox and container ids back to the pod they were made for. */
function podOf(call: CriRecord, pods: Map<string, string | undefined>): string | undefined {
  const { request, response } = call;
  if (call.method === 'RunPodSandbox') {
    const name = request?.config?.metadata?.name;
    pods.set(response?.podSandboxId ?? '', name);
    return name;
  }
  if (call.method === 'CreateContainer') {
    const name = pods.get(request?.podSandboxId ?? '');
    pods.set(response?.containerId ?? '', name);
    return name;
  }
  const known = pods.get(request?.podSandboxId ?? request?.containerId ?? '');
  if (known !== undefined) return known;
  return call.service === 'ImageService' ? request?.sandboxConfig?.metadata?.name : undefined;
}

function criCalls({ cri: calls }: RecordingFiles): readonly Grouped[] {
  const pods = new Map<string, string | undefined>();
  return calls
    .filter((call) => !polling.has(call.method))
    .map((call) => {
      const group = normalize(podOf(call, pods) ?? '?');
      const container =
        call.method === 'CreateContainer' ? call.request?.config?.metadata?.name : undefined;
      const suffix = container === undefined ? '' : ` ${container}`;
      const error = call.error === undefined ? '' : ` ${call.error.code}`;
      return { group, item: `${call.method}${suffix}${error}` };
    })
    .filter(({ group }) => group !== '?');
}

const cri: Section = (real, sim) => {
  const [a, b] = [criCalls(real), criCalls(sim)];
  return {
    score: groupedScore(a, b, multisetScore),
    differences: differences(labels(a), labels(b)),
  };
};

const etcd: Section = (real, sim) => {
  const changes = (files: RecordingFiles): readonly Grouped[] =>
    files.etcd
      .filter(({ key }) => !isBackgroundOrNodeKey(key))
      .map(({ key, type, version }) => ({
        group: normalize(key),
        item: type + (version === 1 ? ' create' : ''),
      }));
  const [a, b] = [changes(real), changes(sim)];
  return {
    score: groupedScore(a, b, multisetScore),
    differences: differences(labels(a), labels(b)),
  };
};

const objects: Section = (real, sim) => {
  const [a, b] = [objectLeaves(real.objects), objectLeaves(sim.objects)];
  return { score: multisetScore(a, b), differences: differences(a, b) };
};

const scheduler: Section = (real, sim) => {
  const lines = (files: RecordingFiles): readonly string[] =>
    files.scheduler
      .filter((line) => /Plugin scored|Calculated node/.test(line))
      .filter((line) => !line.includes('"DynamicResources"'))
      .map((line) => normalize(line.replace(/^.*?\] /, '')));
  const [a, b] = [lines(real), lines(sim)];
  return { score: multisetScore(a, b), differences: differences(a, b) };
};

export const sections: Readonly<Record<SectionName, Section>> = {
  kubectl,
  writes,
  events,
  cri,
  etcd,
  objects,
  scheduler,
};
