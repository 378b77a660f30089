/** `kubectl rollout`: status, history and control of a workload's rollouts. */
import type { Command } from '../command.ts';
import { rolloutHistory } from './rollout-history.ts';
import { rolloutPause, rolloutResume } from './rollout-pause.ts';
import { rolloutRestart } from './rollout-restart.ts';
import { rolloutStatus } from './rollout-status.ts';
import { rolloutUndo } from './rollout-undo.ts';

export const rollout: Command = {
  name: 'rollout',
  short: 'Manage the rollout of a resource',
  usage: 'SUBCOMMAND',
  subcommands: [
    rolloutHistory,
    rolloutPause,
    rolloutRestart,
    rolloutResume,
    rolloutStatus,
    rolloutUndo,
  ],
};
