/** `kubectl rollout pause` and `resume`. Source: polymorphichelpers objectpauser.go. */
import { ok } from '#base/result';
import type { Command } from '../command.ts';
import { fail } from '../failure.ts';
import { isPaused, patchFlags, patchRollouts } from './patch-deployment.ts';

const kinds = ['Deployment'];

export const rolloutPause: Command = {
  name: 'pause',
  short: 'Mark the provided resource as paused',
  usage: 'RESOURCE',
  flags: patchFlags,
  run: (invocation) =>
    patchRollouts(invocation, {
      operation: 'paused',
      activity: 'pausing',
      kinds,
      patchOf: (object) =>
        isPaused(object) ? fail('is already paused') : ok({ spec: { paused: true } }),
    }),
};

export const rolloutResume: Command = {
  name: 'resume',
  short: 'Resume a paused resource',
  usage: 'RESOURCE',
  flags: patchFlags,
  run: (invocation) =>
    patchRollouts(invocation, {
      operation: 'resumed',
      activity: 'resuming',
      kinds,
      patchOf: (object) =>
        isPaused(object) ? ok({ spec: { paused: null } }) : fail('is not paused'),
    }),
};
