/** A pod on a node that sees the node's files. Source: debug.go visitNode, generateNodeDebugPod. */
import type { Pod } from '#k8s.io/api/core/v1';
import { asJson, asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { randomString } from '#k8s.io/apimachinery/rand';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import type { Outcome } from '../failure.ts';
import { attachDebug } from './attach-debug.ts';
import { debugContainer } from './debug-container.ts';
import { mountsHost, sharesHost } from './profiles.ts';

export function* debugNode(invocation: Invocation, node: string): Process<Outcome> {
  const { session, flags } = invocation;
  const profile = flags.string('profile');
  const container = flags.string('container') || 'debugger';
  const name = `node-debugger-${node}-${randomString(session.prng, 5)}`;
  if (!flags.bool('quiet')) {
    session.out(`Creating debugging pod ${name} with container ${container} on node ${node}.\n`);
  }
  const built = debugContainer(invocation, container, 'node');
  if (!built.ok) return built;
  const mounts = mountsHost(profile);
  const host = sharesHost(profile);
  const { namespace } = session.config;
  const pod = asJson({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' } },
    spec: {
      containers: [
        {
          ...built.value,
          ...(mounts ? { volumeMounts: [{ mountPath: '/host', name: 'host-root' }] } : {}),
        },
      ],
      ...(host ? { hostIPC: true, hostNetwork: true, hostPID: true } : {}),
      nodeName: node,
      restartPolicy: 'Never',
      tolerations: [{ operator: 'Exists' }],
      ...(mounts ? { volumes: [{ name: 'host-root', hostPath: { path: '/' } }] } : {}),
    },
  });
  session.generated(asObject<New<KubeObject>>(pod));
  const created = yield* session.client.create(podsResource, { namespace }, pod);
  if (!created.ok) return created;
  return yield* attachDebug(invocation, created.value as Pod, container);
}
