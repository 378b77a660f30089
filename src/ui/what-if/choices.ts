/**
 * What a person can do to a target: words, the input of the run, and how much virtual time its
 * effect takes. Nothing here knows what follows; the simulator computes that.
 */
import type { MessageId } from '#i18n/t';
import type { Change } from '#player/branches';
import type { Scene } from '#player/scene';
import type { HostAction, HostVerb } from '#trace/host-action';
import { readHostAction } from '#trace/host-words';
import { storedNode, type Target } from './targets.ts';

export interface Choice {
  readonly words: MessageId;
  /** What to look at afterwards. */
  readonly note: MessageId;
  /** Names for the holes of the words. */
  readonly params?: Readonly<Record<string, string>>;
  /** A value that a person may change first. */
  readonly field?: { readonly label: MessageId; readonly value: string };
  readonly change: (value: string) => Change;
  /** Seconds of virtual time that the run goes on to at least. */
  readonly seconds: number;
}

/** A lost node is noticed after less than a minute, and its pods are evicted after five more. */
const lossShows = 420;
const pressureShows = 240;
const soon = 60;

const host = (action: HostAction): Change => ({ kind: 'host', action });
const kubectl = (line: string): Change => ({ kind: 'command', line: `kubectl ${line}` });

export function choicesFor(target: Target, scene: Scene): readonly Choice[] {
  switch (target.kind) {
    case 'node':
      return [...processesOf(target.name, scene), ...machine(target.name, scene)];
    case 'component':
      return component(target.name, scene);
    case 'pod':
      return pod(target.name, scene);
    case 'deployment':
      return deployment(target.name);
    case 'quota':
      return quota(target.name);
    case 'namespace':
      return [
        {
          words: 'whatif.quota.new',
          note: 'whatif.quota.note',
          field: { label: 'whatif.quota.pods', value: '1' },
          change: (pods) =>
            kubectl(`create quota what-if --hard=pods=${pods} --namespace=${target.name}`),
          seconds: soon,
        },
      ];
  }
}

function processesOf(node: string, { components }: Scene): readonly Choice[] {
  const up = (process: string): boolean => components.get(`${node}/${process}`)?.up ?? true;
  const of = (process: string, stop: HostAction, start: HostAction, words: Words): Choice => {
    const running = up(process);
    const [stopWords, startWords, note] = words;
    return {
      words: running ? stopWords : startWords,
      note: running ? note : 'whatif.started.note',
      change: () => host(running ? stop : start),
      seconds: running ? lossShows : soon,
    };
  };
  const component = (process: string): readonly [HostAction, HostAction] => [
    { kind: 'stop_component', component: `${node}-${process}` },
    { kind: 'start_component', component: `${node}-${process}` },
  ];
  return [
    of('kubelet', { kind: 'stop_kubelet', node }, { kind: 'start_kubelet', node }, [
      'whatif.kubelet.stop',
      'whatif.kubelet.start',
      'whatif.kubelet.note',
    ]),
    of('containerd', ...component('containerd'), [
      'whatif.runtime.stop',
      'whatif.runtime.start',
      'whatif.runtime.note',
    ]),
    of('kube-proxy', ...component('kube-proxy'), [
      'whatif.proxy.stop',
      'whatif.proxy.start',
      'whatif.proxy.note',
    ]),
  ];
}

type Words = readonly [stop: MessageId, start: MessageId, note: MessageId];

/** A pod that the kubelet runs from a file, without a request of the API server. */
const staticPod = [
  'apiVersion: v1',
  'kind: Pod',
  'metadata:',
  '  name: static-web',
  'spec:',
  '  containers:',
  '  - name: web',
  '    image: nginx',
].join('\n');

function machine(node: string, scene: Scene): readonly Choice[] {
  const plain = (name: Plain, kind: PlainVerb, seconds: number): Choice => ({
    words: `whatif.${name}`,
    note: `whatif.${name}.note`,
    change: () => host({ kind, node }),
    seconds,
  });
  const amount = (name: Amount, verb: HostVerb, value: string): Choice => ({
    words: `whatif.${name}`,
    note: `whatif.${name}.note`,
    field: { label: `whatif.${name}.field`, value },
    change: (given) => host(readHostAction(`${verb} ${node} ${given}`)),
    seconds: pressureShows,
  });
  return [
    plain('cut', 'cut_node', lossShows),
    plain('mend', 'mend_node', soon),
    plain('reboot', 'reboot_node', pressureShows),
    plain('shutdown', 'shutdown_node', pressureShows),
    amount('memory', 'use_memory', memoryOf(scene, node)),
    amount('disk', 'use_disk', '95Gi'),
    amount('inodes', 'use_inodes', '6400000'),
    amount('clock', 'skew_clock', '-600'),
    {
      words: 'whatif.static',
      note: 'whatif.static.note',
      change: () => host({ kind: 'put_manifest', node, text: staticPod }),
      seconds: soon,
    },
    plain('static.remove', 'rm_manifest', soon),
    {
      words: 'whatif.drain',
      note: 'whatif.drain.note',
      change: () => kubectl(`drain ${node} --ignore-daemonsets --force --delete-emptydir-data`),
      seconds: soon,
    },
    {
      words: 'whatif.taint',
      note: 'whatif.taint.note',
      change: () => kubectl(`taint nodes ${node} what-if=yes:NoExecute`),
      seconds: soon,
    },
  ];
}

type Plain = 'cut' | 'mend' | 'reboot' | 'shutdown' | 'static.remove';
type PlainVerb = 'cut_node' | 'mend_node' | 'reboot_node' | 'shutdown_node' | 'rm_manifest';
type Amount = 'memory' | 'disk' | 'inodes' | 'clock';

/** Almost all that the machine has, according to its node. */
function memoryOf(scene: Scene, name: string): string {
  const status = storedNode(scene, name)?.object?.['status'] as
    | { readonly capacity?: { readonly memory?: string } }
    | undefined;
  const [, number = '', unit = ''] =
    /^(\d+)(Ki|Mi|Gi)$/.exec(status?.capacity?.memory ?? '4Gi') ?? [];
  const kibibytes = Number(number) * { Ki: 1, Mi: 1024, Gi: 1024 ** 2 }[unit as 'Ki'];
  return `${Math.max(1, Math.floor(kibibytes / 1024) - 64)}Mi`;
}

function component(name: string, { components }: Scene): readonly Choice[] {
  const stop: Choice = {
    words: 'whatif.component.stop',
    note: name === 'registry' ? 'whatif.registry.note' : 'whatif.component.note',
    change: () => host({ kind: 'stop_component', component: name }),
    seconds: soon,
  };
  const start: Choice = {
    words: 'whatif.component.start',
    note: 'whatif.started.note',
    change: () => host({ kind: 'start_component', component: name }),
    seconds: soon,
  };
  const up = components.get(name)?.up;
  if (up === undefined) return [stop, start];
  return [up ? stop : start];
}

function pod(key: string, { pods }: Scene): readonly Choice[] {
  const found = pods.get(key);
  if (found === undefined) return [];
  const at = `${found.name} --namespace=${found.namespace}`;
  return [
    ...found.containers.map(
      ({ name }): Choice => ({
        words: 'whatif.process',
        note: 'whatif.process.note',
        params: { container: name },
        change: () => host({ kind: 'end_process', container: `${key}/${name}` }),
        seconds: soon,
      }),
    ),
    {
      words: 'whatif.delete',
      note: 'whatif.delete.note',
      change: () => kubectl(`delete pod ${at} --wait=false`),
      seconds: soon,
    },
    {
      words: 'whatif.force',
      note: 'whatif.force.note',
      change: () => kubectl(`delete pod ${at} --force --grace-period=0 --wait=false`),
      seconds: soon,
    },
  ];
}

function deployment(key: string): readonly Choice[] {
  const [namespace = '', name = ''] = key.split('/');
  const at = `${name} --namespace=${namespace}`;
  return [
    {
      words: 'whatif.scale',
      note: 'whatif.scale.note',
      field: { label: 'whatif.scale.field', value: '10' },
      change: (replicas) => kubectl(`scale deployment ${at} --replicas=${replicas}`),
      seconds: soon,
    },
    {
      words: 'whatif.image',
      note: 'whatif.image.note',
      field: { label: 'whatif.image.field', value: 'nginx:0.0-none' },
      change: (image) =>
        kubectl(`set image deployment/${name} *=${image} --namespace=${namespace}`),
      seconds: pressureShows,
    },
  ];
}

function quota(key: string): readonly Choice[] {
  const [namespace = '', name = ''] = key.split('/');
  return [
    {
      words: 'whatif.quota',
      note: 'whatif.quota.note',
      field: { label: 'whatif.quota.pods', value: '1' },
      change: (pods) => {
        const patch = JSON.stringify({ spec: { hard: { pods } } });
        return kubectl(`patch quota ${name} -n ${namespace} --type=merge -p '${patch}'`);
      },
      seconds: soon,
    },
  ];
}
