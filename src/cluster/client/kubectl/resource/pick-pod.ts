/**
 * The one pod that `logs` and `exec` are about: named itself, or through what made it.
 *
 * Models k8s.io/kubectl pkg/polymorphichelpers attachablepodforobject.go, helpers.go GetFirstPod.
 */
import { ok } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { formatSelector, labelSelectorAsSelector } from '#k8s.io/apimachinery/labels';
import type { KubeList, KubeObject, LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { fail, type Outcome } from '../failure.ts';
import { kindName } from '../printers/names.ts';
import type { Session } from '../session.ts';
import { type Info, mustFetchObjects } from './fetch-objects.ts';
import { resolveArguments } from './resource-arguments.ts';

/** `nginx`, `pod/nginx` or `deployment/web`. */
export function* pickPod(session: Session, word: string): Process<Outcome<Pod>> {
  const found = yield* namedObject(session, word);
  if (!found.ok) return found;
  const { resource, object } = found.value;
  if (resource.resource === 'pods') return ok(object as Pod);
  const selector = selectorOf(object);
  if (selector === undefined) {
    return fail(`cannot attach to *${object.kind}: selector is not implemented`);
  }
  return yield* firstPod(session, selector, kindName(resource));
}

/** Every pod of a workload or service, as `logs --all-pods` takes them. */
export function* allPodsOf(session: Session, word: string): Process<Outcome<readonly Pod[]>> {
  const found = yield* namedObject(session, word);
  if (!found.ok) return found;
  const { resource, object } = found.value;
  if (resource.resource === 'pods') return ok([object as Pod]);
  const labelSelector = selectorOf(object);
  if (labelSelector === undefined) {
    return fail(`cannot get the logs from *${object.kind}: selector is not implemented`);
  }
  const { namespace } = session.config;
  const query = { labelSelector };
  const list = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace, query });
  return list.ok ? ok(list.value.items) : list;
}

function* namedObject(session: Session, word: string): Process<Outcome<Info>> {
  const args = word.includes('/') ? [word] : ['pods', word];
  const options = { selector: '', allNamespaces: false, wholeCollections: false };
  const requests = yield* resolveArguments(session, args, options);
  if (!requests.ok) return requests;
  const { namespace } = session.config;
  const found = yield* mustFetchObjects(session, requests.value, { namespace, selector: '' });
  if (!found.ok) return found;
  const [info] = found.value;
  return info === undefined ? fail('no pod was named') : ok(info);
}

/** The labels by which a workload or service finds its pods. */
function selectorOf({ kind, spec }: KubeObject): string | undefined {
  const { selector } = (spec ?? {}) as { readonly selector?: unknown };
  if (typeof selector !== 'object' || selector === null) return undefined;
  if (kind === 'Service' || kind === 'ReplicationController') {
    const labels = { matchLabels: selector as Readonly<Record<string, string>> };
    return formatSelector(labelSelectorAsSelector(labels));
  }
  return formatSelector(labelSelectorAsSelector(selector as LabelSelector));
}

function* firstPod(session: Session, labelSelector: string, kind: string): Process<Outcome<Pod>> {
  const { namespace } = session.config;
  const query = { labelSelector };
  const list = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace, query });
  if (!list.ok) return list;
  const [pod] = [...list.value.items].sort(moreUseful);
  if (pod === undefined) return fail(`no pods found for ${kind} with selector ${labelSelector}`);
  const { length } = list.value.items;
  if (length > 1) session.err(`Found ${length} pods, using pod/${pod.metadata.name}\n`);
  return ok(pod);
}

/** Running before waiting, ready before not, older before younger. Source: ActivePods. */
function moreUseful(a: Pod, b: Pod): number {
  const [x, y] = [rank(a), rank(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function rank({ metadata, spec, status }: Pod): string {
  const ready = status?.conditions?.some(
    ({ type, status: value }) => type === 'Ready' && value === 'True',
  );
  const flags = [spec.nodeName !== undefined, status?.phase === 'Running', ready === true];
  return `${flags.map((good) => (good ? '0' : '1')).join('')} ${metadata.creationTimestamp}`;
}
