/**
 * The kubectl command for the same request: what a controller or a kubelet sends, a person can send
 * too. Where kubectl has no command of its own for a write, it is `--raw` with the same URL.
 */
import { asksForObjects, isPassedOn } from '#facts/requests';
import type { Fact, FactOf } from '#trace/facts';
import { storedObjectKey, withoutGroup } from '#trace/object-key';
import { findFact, type Subject } from './focus.ts';

/**
 * The command for a fact, its request, and the object it is about; `undefined` if there is none.
 * For a request of kubectl, and for what the API server passes on of it, it is the typed command.
 */
export function equivalentOf(
  fact: Fact,
  request: readonly Fact[],
  subject: Subject | undefined,
  typed?: string,
): string | undefined {
  if (fact.type === 'CommandEntered') return fact.line;
  const sent = findFact(request, 'RequestSent');
  const byPerson = (sent ?? fact).component === 'kubectl' || (sent && isPassedOn(sent)) === true;
  if (byPerson && fact.type !== 'TxnCommitted' && typed !== undefined) return typed;
  if (sent !== undefined && fact.type !== 'TxnCommitted') return ofRequest(sent);
  return subject === undefined ? undefined : getOf(subject.key);
}

function ofRequest(sent: FactOf<'RequestSent'>): string | undefined {
  const { method, url, ref, headers, body } = sent;
  const [path = ''] = url.split('?', 1);
  const resource = withoutGroup(ref.resource);
  const inNamespace = ref.namespace === '' ? '' : ` -n ${ref.namespace}`;
  const last = path.slice(path.lastIndexOf('/') + 1);
  const subresource = ref.name !== '' && last !== ref.name ? last : '';
  switch (method) {
    case 'GET':
      // Requests to a kubelet go through the API server, because kubectl knows no other way.
      if (resource === 'nodes' && !asksForObjects(sent)) {
        return `kubectl get --raw ${quoted(`/api/v1/nodes/${ref.name}/proxy${url}`)}`;
      }
      if (resource === '' || subresource !== '') return `kubectl get --raw ${quoted(url)}`;
      if (ref.name !== '') return `kubectl get ${resource} ${ref.name}${inNamespace} -o yaml`;
      return `kubectl get ${resource}${inNamespace || ' -A'}${isWatch(url) ? ' --watch' : ''}`;
    case 'DELETE':
      if (ref.name === '') return undefined;
      return `kubectl delete ${resource} ${ref.name}${inNamespace} --wait=false`;
    case 'PATCH':
      return patchOf(`${resource} ${ref.name}${inNamespace}`, subresource, typeOf(headers), body);
    case 'POST':
      return `kubectl create --raw ${quoted(path)} -f object.json`;
    case 'PUT':
      return `kubectl replace --raw ${quoted(path)} -f object.json`;
    default:
      return undefined;
  }
}

const isWatch = (url: string): boolean => /[?&]watch=/.test(url);

/** `strategic-merge`, `merge`, `json` or `apply`. */
function typeOf(headers: FactOf<'RequestSent'>['headers']): string {
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  return /^application\/(.*)-patch\+/.exec(header?.[1] ?? '')?.[1] ?? 'strategic-merge';
}

function patchOf(object: string, subresource: string, type: string, body: unknown): string {
  const part = subresource === '' ? '' : ` --subresource=${subresource}`;
  if (type === 'apply' || body === undefined) {
    return `kubectl apply --server-side${part} -f object.yaml`;
  }
  const kind = type === 'strategic-merge' ? 'strategic' : type;
  return `kubectl patch ${object}${part} --type=${kind} -p ${quoted(JSON.stringify(body))}`;
}

/** `/registry/deployments/default/nginx` → the command that shows the object. */
export function getOf(key: string): string | undefined {
  const [resource = '', ...names] = storedObjectKey(key).split('/');
  const [name, namespace] = [names.at(-1), names.length > 1 ? names.at(-2) : undefined];
  if (resource === '' || name === undefined) return undefined;
  const inNamespace = namespace === undefined ? '' : ` -n ${namespace}`;
  return `kubectl get ${resource} ${name}${inNamespace} -o yaml`;
}

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
