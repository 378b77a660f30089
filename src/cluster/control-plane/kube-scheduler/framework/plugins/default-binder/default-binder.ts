/**
 * Binds a pod to a node at the API server: POST pods/NAME/binding.
 * Models kubernetes/pkg/scheduler/framework/plugins/defaultbinder.
 */
import type { Binding } from '#k8s.io/api/core/v1';
import { pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Plugin } from '../../interface.ts';
import { errorStatus } from '../../types/status.ts';

export const defaultBinder = (client: RestClient): Plugin => ({
  name: 'DefaultBinder',
  *bind(_state, { pod }, node) {
    const { namespace, name, uid } = pod.metadata;
    const binding: Binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, uid },
      target: { kind: 'Node', name: node },
    };
    const answer = yield* client.create(pods, binding, {
      namespace,
      name,
      subresource: 'binding',
    });
    return answer.ok ? undefined : errorStatus(answer.error.message ?? 'binding failed');
  },
});
