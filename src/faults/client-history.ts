/**
 * What clients saw of single objects: each answered request with the span in which it happened.
 *
 * In: the facts of a run. Out: for each key the reads and writes that were answered, from the
 * moment at which the request left its client to the one at which the answer reached it. A write
 * that was refused for the state of its key is a read of that state. A request without an answer is
 * not among them: nobody knows what it did.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';
import type { History } from './history.ts';

export interface Operation {
  readonly kind: 'read' | 'write' | 'delete';
  readonly key: string;
  readonly client: string;
  readonly sent: FactId;
  readonly answered: FactId;
  /** The revision of the object in the answer; 0: it did not exist; `undefined`: not told. */
  readonly revision: number | undefined;
  /** Of a refusal: the revision at which the key cannot have been. */
  readonly not?: number;
  /** The object in the answer, as it is. */
  readonly object?: KubeObject;
}

interface Exchange {
  readonly sent: FactOf<'RequestSent'>;
  info?: FactOf<'RequestInfoResolved'>;
  /** The keys that were written for it. */
  keys?: Set<string>;
  response?: FactOf<'ResponseSent'>;
  fromStore?: boolean;
}

const writes = new Set(['create', 'update', 'patch', 'delete']);

/** All operations of a run in the order of their answers. */
export function operationsOf(facts: readonly Fact[], history: History): readonly Operation[] {
  const open = new Map<number, Exchange>();
  const found: Operation[] = [];
  for (const fact of facts) {
    if (fact.type === 'RequestSent') {
      open.set(fact.request, { sent: fact });
      continue;
    }
    if (!('request' in fact) || typeof fact.request !== 'number') continue;
    const exchange = open.get(fact.request);
    if (exchange === undefined) continue;
    if (fact.type === 'ResponseReceived') {
      open.delete(fact.request);
      const operation = operationOf(exchange, fact.id, history);
      if (operation !== undefined) found.push(operation);
    } else note(exchange, fact);
  }
  return found;
}

function note(exchange: Exchange, fact: Fact): void {
  switch (fact.type) {
    case 'RequestInfoResolved':
      exchange.info = fact;
      break;
    case 'StorageWriteStarted':
      exchange.keys ??= new Set();
      exchange.keys.add(fact.key);
      break;
    case 'ReadServed':
      exchange.fromStore = fact.from === 'etcd';
      break;
    case 'ResponseSent':
      exchange.response = fact;
      break;
    default:
  }
}

function operationOf(
  exchange: Exchange,
  answered: FactId,
  history: History,
): Operation | undefined {
  const { sent, info, response } = exchange;
  if (info === undefined || response === undefined || sent.url.includes('dryRun=')) return;
  const { verb, ref } = info;
  const base = { client: sent.component, sent: sent.id, answered };
  if (response.code === 404 || response.code === 409) {
    const refusal = refusalOf(exchange, history);
    if (refusal !== undefined) return { ...base, kind: 'read', ...refusal };
  }
  const object = bodyOf(response);
  if (verb === 'get' && exchange.fromStore === true) {
    const key = keyOf(ref, history);
    if (key === undefined) return undefined;
    if (response.code === 404) return { ...base, kind: 'read', key, revision: 0 };
    const revision = revisionOf(object);
    if (response.code !== 200 || revision === undefined) return undefined;
    return { ...base, kind: 'read', key, revision, ...(object && { object }) };
  }
  if (!writes.has(verb) || response.code < 200 || response.code > 299) return undefined;
  const [key, ...others] = exchange.keys ?? [];
  if (key === undefined || others.length > 0) return undefined;
  if (verb === 'delete') return { ...base, kind: 'delete', key, revision: undefined };
  return { ...base, kind: 'write', key, revision: revisionOf(object), ...(object && { object }) };
}

/**
 * What the refusal of a write says of its key: that nothing was there, that something was, or that
 * it was not the version which the client had read.
 */
function refusalOf(
  { sent, info, response }: Exchange,
  history: History,
): Pick<Operation, 'key' | 'revision' | 'not'> | undefined {
  if (info === undefined || response === undefined || !writes.has(info.verb)) return undefined;
  const { ref } = info;
  const { reason, message } = response;
  const name = ref.name || (/ "([^"]+)" already exists$/.exec(message)?.[1] ?? '');
  const key = keyOf({ ...ref, name }, history);
  const isOfIt = message.includes(`${ref.resource} "${name}"`);
  if (key === undefined || !isOfIt) return undefined;
  const revision = undefined;
  if (reason === 'NotFound' && info.verb !== 'create') return { key, revision: 0 };
  if (reason === 'AlreadyExists') return { key, revision, not: 0 };
  const given = revisionOf(sent.body as KubeObject | undefined);
  const isLate = reason === 'Conflict' && info.verb === 'update' && given !== undefined;
  return isLate && /please apply your changes/.test(message)
    ? { key, revision, not: given }
    : undefined;
}

function keyOf(ref: { resource: string; namespace: string; name: string }, history: History) {
  const prefix = history.prefixOf(ref.resource);
  if (prefix === undefined || ref.name === '') return undefined;
  const namespaced = ref.namespace !== '' && ref.resource !== 'namespaces';
  return namespaced ? `${prefix}${ref.namespace}/${ref.name}` : `${prefix}${ref.name}`;
}

function bodyOf({ body }: FactOf<'ResponseSent'>): KubeObject | undefined {
  return typeof body === 'object' && body !== null && 'metadata' in body
    ? (body as KubeObject)
    : undefined;
}

function revisionOf(object: KubeObject | undefined): number | undefined {
  const text = object?.metadata?.resourceVersion;
  return text === undefined || text === '' ? undefined : Number(text);
}
