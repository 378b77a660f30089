/** Sends a patch of an object that was read before. Source: cli-runtime resource.Helper.Patch. */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { PatchType, Query } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import type { Session } from '../session.ts';
import type { Info } from './fetch-objects.ts';

export interface PatchRequest {
  readonly contentType: PatchType;
  readonly patch: unknown;
  readonly query: Query;
  readonly subresource?: string;
}

export function* patchInfo(
  { client, config }: Session,
  { resource, object }: Info,
  { contentType, patch, query, subresource = '' }: PatchRequest,
): Process<Outcome<KubeObject>> {
  const { name, namespace = config.namespace } = object.metadata;
  const at = { namespace, name, subresource, query, contentType };
  return yield* client.patch<KubeObject>(resource, at, patch);
}
