/**
 * `kubectl config`: the kubeconfig of the person, shown and changed.
 *
 * Models k8s.io/kubectl pkg/cmd/config. Nothing here talks to the server.
 */
import type { Command } from '../command.ts';
import { unsimulated } from '../unsimulated.ts';
import { changeCommands } from './config-change.ts';
import { showCommands } from './config-show.ts';

export const config: Command = {
  name: 'config',
  short: 'Modify kubeconfig files',
  usage: 'SUBCOMMAND',
  subcommands: [...showCommands, ...changeCommands, unsimulated('set', 'kubectl config')],
};
