/** How many pods of a controller are in which phase. Source: getPodStatusForController. */

import type { Pod } from '#k8s.io/api/core/v1';
import { formatSelector, labelSelectorAsSelector } from '#k8s.io/apimachinery/labels';
import { isControlledBy } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeList, KubeObject, LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { failureMessage } from '../failure.ts';
import type { DescribeRequest } from './describer.ts';

export function* podsStatusText(
  { session, namespace, chunkSize }: DescribeRequest,
  owner: KubeObject,
  selector: LabelSelector,
): Process<string> {
  const labelSelector = formatSelector(labelSelectorAsSelector(selector));
  const query = { labelSelector, limit: chunkSize };
  const list = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace, query });
  if (!list.ok) return `error in fetching pods: ${failureMessage(list.error)}`;
  const own = list.value.items.filter((pod) => isControlledBy(pod, owner));
  const count = (phase: string): number =>
    own.filter(({ status }) => status?.phase === phase).length;
  return (
    `${count('Running')} Running / ${count('Pending')} Waiting / ` +
    `${count('Succeeded')} Succeeded / ${count('Failed')} Failed`
  );
}
