/** Every leaf of every object's final state as one line, without what differs between runs. */
import type { ObjectsByKind, RecordedObject } from '../recording.ts';
import { normalize } from './normalize.ts';

const volatile = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'startTime',
  'startedAt',
  'finishedAt',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastProbeTime',
  'containerID',
  'imageID',
  'podIP',
  'podIPs',
  'hostIP',
  'hostIPs',
  'clusterIP',
  'clusterIPs',
  'managedFields',
  'completionTime',
  'deletionTimestamp',
  'pod-template-hash',
  'controller-revision-hash',
  'nodeInfo',
  'images',
  'capacity',
  'allocatable',
  'lastHeartbeatTime',
  'generateName',
  'addresses',
  'nodePort',
  'healthCheckNodePort',
  'time',
]);

const kindsLeftOut = new Set(['Node', 'Namespace', 'Secret']);

export function objectLeaves(objects: ObjectsByKind): readonly string[] {
  const out: string[] = [];
  for (const [kind, list] of Object.entries(objects)) {
    if (kindsLeftOut.has(kind)) continue;
    for (const object of list) {
      const { name, namespace } = object.metadata;
      if (isApiserverService(kind, object)) continue;
      addLeaves(object, normalize(`${kind}/${namespace ?? ''}/${name}`), out);
    }
  }
  return out;
}

const isApiserverService = (kind: string, object: RecordedObject): boolean =>
  (kind === 'Service' || kind === 'EndpointSlice') && object.metadata.name === 'kubernetes';

function addLeaves(value: unknown, path: string, out: string[]): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      addLeaves(item, `${path}[${label(item) ?? index}]`, out);
    });
    return;
  }
  if (typeof value !== 'object') {
    out.push(normalize(`${path}=${String(value)}`));
    return;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) out.push(`${path}={}`);
  for (const [key, child] of entries) {
    if (!volatile.has(key)) addLeaves(child, `${path}.${key}`, out);
  }
}

/** List members are told apart by type or name where they have one. */
function label(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { type, name } = item as { type?: string; name?: string };
  return type ?? name;
}
