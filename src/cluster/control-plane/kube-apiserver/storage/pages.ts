/** Lists read from etcd: whole, by pages, or at an older revision. */
import { defined } from '#base/defined';
import { err, ok } from '#base/result';
import type { EtcdClient, KeyValue } from '#cluster/control-plane/etcd/client';
import { badRequest, expired } from '#k8s.io/apimachinery/errors';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { decode } from './codec.ts';
import { decodeContinue, encodeContinue, inconsistentContinue } from './continue-token.ts';
import type { ListPage, ListQuery } from './reader.ts';
import { selectsObject } from './selection.ts';

const expiredContinue =
  'The provided continue parameter is too old to display a consistent list result. ' +
  'You can start a new list without the continue parameter, or use the continue token in this ' +
  'response to retrieve the remainder of the results. Continuing with the provided token results ' +
  'in an inconsistent list - objects that were created, modified, or deleted between the time the ' +
  'first chunk was returned and now may show up in the list.';
const expiredList = 'The resourceVersion for the provided list is too old.';

/** A list read from etcd. Source: etcd3 store.GetList. */
export function* listFromEtcd(etcd: EtcdClient, query: ListQuery): Process<ApiResult<ListPage>> {
  const token = query.continue === '' ? undefined : decodeContinue(query.continue, query.prefix);
  if (query.continue !== '' && token === undefined) {
    return err(badRequest('continue key is not valid'));
  }
  if (token !== undefined && query.resourceVersion !== '' && query.resourceVersion !== '0') {
    return err(badRequest('specifying resource version is not allowed when using continue'));
  }
  const exact = query.exact ? Number(query.resourceVersion) : 0;
  const revision = Math.max(0, token?.revision ?? exact);
  const response = yield* etcd.range({
    key: query.prefix,
    prefix: true,
    revision,
    ...defined({ from: token?.start }),
  });
  if (response.compactRevision !== undefined) {
    if (token === undefined) return err(expired(expiredList));
    // The client can continue from here with the present state.
    const metadata = { continue: inconsistentContinue(token, query.prefix) };
    return err({ ...expired(expiredContinue), metadata });
  }
  const shown = revision === 0 ? response.revision : revision;
  return ok({ ...cutPage(response.kvs, query, shown), from: 'etcd' });
}

/** The first `limit` of the selected key values, and the token to continue. */
export function cutPage(
  kvs: readonly KeyValue[],
  query: ListQuery,
  revision: number,
): Omit<ListPage, 'from'> {
  const { selection, limit, prefix } = query;
  const objects: KubeObject[] = [];
  const resourceVersion = String(revision);
  for (let i = 0; i < kvs.length; i++) {
    const kv = kvs[i] as KeyValue;
    const object = decode(kv);
    if (selectsObject(selection, object)) objects.push(object);
    const remaining = kvs.length - i - 1;
    if (limit > 0 && objects.length === limit && remaining > 0) {
      return {
        objects,
        resourceVersion,
        continue: encodeContinue(revision, prefix, kv.key),
        remaining: selection.all ? remaining : undefined,
      };
    }
  }
  return { objects, resourceVersion, continue: '', remaining: undefined };
}
