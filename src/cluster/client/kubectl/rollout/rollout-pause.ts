/** `kubectl rollout pause` and `resume`. Source: polymorphichelpers objectpauser.go. */
import { ok } from '#base/result';
import type { Command } from '../command.ts';
import { patchDeployments, patchFlags, refusal } from './patch-deployment.ts';

export const rolloutPause: Command = {
  name: 'pause',
  short: 'Mark the provided resource as paused',
  usage: 'RESOURCE',
  flags: patchFlags,
  run: (invocation) =>
    patchDeployments(invocation, 'paused', (object) =>
      object.deployment.spec.paused === true
        ? refusal(object, 'is already paused')
        : ok({ spec: { paused: true } }),
    ),
};

export const rolloutResume: Command = {
  name: 'resume',
  short: 'Resume a paused resource',
  usage: 'RESOURCE',
  flags: patchFlags,
  run: (invocation) =>
    patchDeployments(invocation, 'resumed', (object) =>
      object.deployment.spec.paused === true
        ? ok({ spec: { paused: null } })
        : refusal(object, 'is not paused'),
    ),
};
