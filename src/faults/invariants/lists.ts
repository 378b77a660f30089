/** Lists: each is one state of the store. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { FactOf } from '#trace/facts';
import type { Breach, Evidence } from '../evidence.ts';
import type { History } from '../history.ts';
import { selectionOfQuery } from '../selection.ts';
import { otherField } from '../stored-fields.ts';

interface ListBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly KubeObject[];
}

/**
 * A list holds the objects that it selects as they were at its resourceVersion, all of them, in all
 * fields. Without a wish for an older one this is no earlier than what was committed when the
 * client asked. Lists in pages and tables are not looked at.
 */
export function listsShowOneState({ facts, history }: Evidence): Breach | undefined {
  const asked = new Map<number, FactOf<'RequestSent'>>();
  for (const fact of facts) {
    if (fact.type === 'RequestSent' && fact.ref.name === '' && fact.method === 'GET') {
      asked.set(fact.request, fact);
    }
    if (fact.type !== 'ResponseSent' || fact.code !== 200) continue;
    const request = asked.get(fact.request);
    const body = listOf(fact);
    if (request === undefined || body === undefined) continue;
    const wrong = wrongIn(body, request, history);
    if (wrong === undefined) continue;
    const { component, ref } = request;
    return { fact: fact.id, message: `${component} listed ${ref.resource}: ${wrong}` };
  }
  return undefined;
}

function listOf({ body }: FactOf<'ResponseSent'>): ListBody | undefined {
  if (typeof body !== 'object' || body === null || !('items' in body)) return undefined;
  const list = body as ListBody;
  return list.metadata.continue === undefined ? list : undefined;
}

function wrongIn(
  { items, metadata, apiVersion }: ListBody,
  { id, url, ref }: FactOf<'RequestSent'>,
  history: History,
): string | undefined {
  const query = new URL(url, 'https://server').searchParams;
  const prefix = history.prefixOf(ref.resource);
  if (prefix === undefined || query.has('continue')) return undefined;
  const revision = Number(metadata.resourceVersion);
  const before = history.revisionAt(id);
  if ((query.get('resourceVersion') ?? '') === '' && revision < before) {
    return `it shows ${revision}, and ${before} was committed when it was asked for`;
  }
  const listed = new Map(items.map((item) => [keyOf(item, prefix), item]));
  const selects = selectionOfQuery(query);
  const below = ref.namespace === '' ? prefix : `${prefix}${ref.namespace}/`;
  for (const version of history.lastVersions(below, revision)) {
    const { key, value } = version;
    if (value === undefined || !selects(value)) continue;
    const item = listed.get(key);
    listed.delete(key);
    if (item?.metadata.resourceVersion !== String(version.revision)) {
      const at = item?.metadata.resourceVersion ?? 'nothing';
      return `${key} is ${at}, and at ${revision} it was ${version.revision}`;
    }
    const whole = { ...item, apiVersion, kind: value.kind };
    const other = otherField(whole, value, version.revision);
    if (other !== undefined) return `${key} has another ${other} than at ${version.revision}`;
  }
  const [extra] = listed.keys();
  return extra && `${extra} did not exist at ${revision}, or is not selected`;
}

const keyOf = ({ metadata: { namespace = '', name } }: KubeObject, prefix: string): string =>
  `${prefix}${namespace === '' ? '' : `${namespace}/`}${name}`;
