/** Short forms of names for captions: objects, components, commands. */
import { withoutSequences } from '#base/escape-sequences';
import { t } from '#i18n/locale';
import { isMessageId } from '#i18n/t';
import type { ComponentId, ObjectRef } from '#trace/fact';
import { kindOfResource, storedObjectKey, withoutGroup } from '#trace/object-key';
import { type Caption, caption } from './caption.ts';
import { verbOfRequest } from './requests.ts';

/** `Deployment nginx`, `Pod nginx-7f8fbb96d-abcde`, `pods in default`. */
export function objectWords({ resource, name, namespace }: ObjectRef): string {
  const short = withoutGroup(resource);
  if (short === '') return '/';
  if (name !== '') return named(resource, name);
  return namespace === '' ? short : t('words.inNamespace', { what: short, namespace });
}

function named(resource: string, name: string): string {
  const kind = kindOfResource(resource);
  return kind === undefined ? `${withoutGroup(resource)}/${name}` : `${kind} ${name}`;
}

/**
 * The object that a key of etcd holds: `/registry/pods/default/nginx` → `Pod nginx`. A key that
 * holds no object, `compact_rev_key`, is its own name.
 */
export function keyWords(key: string): string {
  const [resource = '', ...parts] = storedObjectKey(key).split('/');
  return resource === '' ? key : named(resource, parts.at(-1) ?? '');
}

/** `default/web`, `networkpolicies/default/web` → `web`. */
export const nameInKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** `default/nginx-7f8fbb96d-abcde` → `Pod nginx-7f8fbb96d-abcde`. */
export const podWords = (pod: string): string => `Pod ${nameInKey(pod)}`;

/** A component in a sentence: “the kubelet of node-1”, “the namespace controller”. */
export function whoOf(component: ComponentId): Caption | string {
  const [process = '', part] = component.split('/');
  if (part === 'kubelet') return caption('who.kubelet', { node: process });
  const id = `who.${part ?? process}`;
  if (isMessageId(id)) return caption(id);
  const controller = /^(.+)-controller$/.exec(part ?? '')?.[1];
  return controller === undefined
    ? componentWords(component)
    : caption('who.controller', { name: controller });
}

/**
 * `kube-controller-manager/deployment-controller` → `deployment-controller`; a person is no
 * program.
 */
export function componentWords(component: ComponentId): string {
  if (component === 'person') return t('inspector.person');
  const [process = '', part] = component.split('/');
  if (part === undefined) return process;
  return process === 'kube-controller-manager' ? part : `${part} · ${process}`;
}

/** The node of `node-1/kubelet`. */
export const nodeOf = (component: ComponentId): string => component.split('/')[0] ?? '';

/** The verb of a request, in the API's words. */
export const verbOf = verbOfRequest;

/** The subresource at the end of a URL, with its slash: `/binding`, `/status`. */
export function subresourceOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const match = /\/(binding|status|scale|resize|eviction|token|log|exec)$/.exec(path);
  return match?.[0] ?? '';
}

const microsecondsPer = { s: 1_000_000, ms: 1_000 } as const;

/** `41.2 ms`, `1.30 s`, `2:05 min`. */
export function durationWords(microseconds: number): string {
  if (microseconds < microsecondsPer.s) {
    return `${(microseconds / microsecondsPer.ms).toFixed(1)} ms`;
  }
  const seconds = microseconds / microsecondsPer.s;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}

/** A moment of the run, to the millisecond: `41.2 ms`, `1.302 s`, `2:05.040`. */
export function momentWords(microseconds: number): string {
  if (microseconds < microsecondsPer.s) return durationWords(microseconds);
  // Cut, not rounded: the clock beside it has not reached the next millisecond yet either.
  const seconds = Math.floor(microseconds / microsecondsPer.ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(3)} s`;
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
}

/** The first line of a text, cut if it is long. */
export function firstLine(text: string, max = 120): string {
  const line = withoutSequences(text).trim().split('\n', 1)[0] ?? '';
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** `1,143,855`. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
};

/** `201 Created`; of an error the number alone. */
export const codeWords = (code: number): string => `${code} ${statusTexts[code] ?? ''}`.trim();
