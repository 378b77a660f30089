/**
 * Reads one named object, and tells a missing object from a missing namespace.
 *
 * Models k8s.io/cli-runtime pkg/resource visitor.go Info.Get.
 */
import { err } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { namespaces, type Resource } from '#k8s.io/client-go/rest/resource';

import type { Process } from '#sim/simulation';
import type { At } from '../api-client.ts';
import { isNotFound, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

/** `T`: what is asked for: the object, or a table of it. */
export function* getInfo<T = KubeObject>(
  { client }: Pick<Session, 'client'>,
  resource: Resource,
  at: At,
): Process<Outcome<T>> {
  const found = yield* client.get<T>(resource, at);
  const { namespace } = at;
  const isAsked = resource.namespaced && namespace !== '' && namespace !== 'default';
  if (found.ok || !isAsked || !isNotFound(found.error)) return found;
  const place = yield* client.get<KubeObject>(namespaces, { namespace: '', name: namespace });
  return !place.ok && isNotFound(place.error) ? err(place.error) : found;
}
