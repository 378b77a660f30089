/** Short forms of names for captions: objects, components, commands. */
import type { ComponentId, ObjectRef } from '#trace/fact';

/** `deployments/nginx`, `pods/nginx-7f8fbb96d-abcde`, `pods in default`. */
export function objectWords({ resource, name, namespace }: ObjectRef): string {
  const short = resource.split('.', 1)[0] ?? resource;
  if (short === '') return '/';
  if (name !== '') return `${short}/${name}`;
  return namespace === '' ? short : `${short} in ${namespace}`;
}

/** The object that a key of etcd holds: `/registry/pods/default/nginx` → `pods/nginx`. */
export function keyWords(key: string): string {
  const parts = key.split('/').filter((part) => part !== '' && part !== 'registry');
  return `${parts[0] ?? ''}/${parts.at(-1) ?? ''}`;
}

/** `kube-controller-manager/deployment-controller` → `deployment-controller`. */
export function componentWords(component: ComponentId): string {
  const [process = '', part] = component.split('/');
  if (part === undefined) return process;
  return process === 'kube-controller-manager' ? part : `${part} of ${process}`;
}

/** The node of `node-1/kubelet`. */
export const nodeOf = (component: ComponentId): string => component.split('/')[0] ?? '';

/** What a request does, in the API's verbs. */
export function verbOf(method: string, url: string): string {
  if (/[?&]watch=/.test(url)) return 'watch';
  switch (method) {
    case 'GET':
      return 'get';
    case 'POST':
      return 'create';
    case 'PUT':
      return 'update';
    default:
      return method.toLowerCase();
  }
}

/** The subresource at the end of a URL, with its slash: `/binding`, `/status`. */
export function subresourceOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const match = /\/(binding|status|scale|eviction|token|log|exec)$/.exec(path);
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

/** The first line of a text, cut when it is long. */
export function firstLine(text: string, max = 120): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** `1,143,855`. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
