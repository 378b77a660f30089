/** `kubectl rollout restart`. Source: polymorphichelpers objectrestarter.go. */
import { ok } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type { Command } from '../command.ts';
import { patchDeployments, patchFlags } from './patch-deployment.ts';

const restartedAt = 'kubectl.kubernetes.io/restartedAt';

export const rolloutRestart: Command = {
  name: 'restart',
  short: 'Restart a resource',
  usage: 'RESOURCE',
  flags: patchFlags,
  run: (invocation) =>
    patchDeployments(invocation, 'restarted', ({ deployment }) => {
      if (deployment.spec.paused === true) {
        return {
          ok: false,
          error: {
            kind: 'error',
            message: `can't restart paused deployment (run rollout resume first)`,
          },
        };
      }
      const annotations = { [restartedAt]: rfc3339(invocation.session.sim.now) };
      return ok({ spec: { template: { metadata: { annotations } } } });
    }),
};
