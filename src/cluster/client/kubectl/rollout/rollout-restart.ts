/** `kubectl rollout restart`. Source: polymorphichelpers objectrestarter.go. */
import { ok } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import type { Command } from '../command.ts';
import { fail } from '../failure.ts';
import { isPaused, patchFlags, patchRollouts } from './patch-deployment.ts';
import type { RolloutObject } from './rollout-objects.ts';

const restartedAt = 'kubectl.kubernetes.io/restartedAt';

export const rolloutRestart: Command = {
  name: 'restart',
  short: 'Restart a resource',
  usage: 'RESOURCE',
  flags: patchFlags,
  run: (invocation) =>
    patchRollouts(invocation, {
      operation: 'restarted',
      activity: 'restarting',
      kinds: ['Deployment', 'DaemonSet', 'StatefulSet'],
      patchOf: (object) => {
        if (isPaused(object)) {
          return fail("can't restart paused deployment (run rollout resume first)");
        }
        const now = rfc3339(invocation.session.sim.now);
        if (restartOf(object) === now) return ok(undefined);
        const annotations = { [restartedAt]: now };
        return ok({ spec: { template: { metadata: { annotations } } } });
      },
    }),
};

function restartOf({ object }: RolloutObject): string | undefined {
  const { template } = object.spec as { readonly template?: PodTemplateSpec };
  return template?.metadata?.annotations?.[restartedAt];
}
