/**
 * Does to the machines of a cluster what a `HostAction` says.
 *
 * In: the running cluster and an action. Out: the output of a look, or in words why it cannot be
 * done. What follows from it is the components' own work.
 */
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import type { Cluster } from '../cluster.ts';
import { type HostAction, hostActionHelp } from '../host-action.ts';
import { lookWithShell } from './host-look.ts';
import type { NodeMachine } from './node-machine.ts';
import { terminated } from './os-process.ts';

const manifestName = 'manifest.yaml';

export function takeHostAction(cluster: Cluster, action: HostAction): Result<string, string> {
  switch (action.kind) {
    case 'stop':
    case 'start': {
      const process = cluster.process(action.process);
      if (process === undefined) return err(`there is no process ${action.process}`);
      // Starting what runs, or stopping what does not, changes nothing.
      if (action.kind === 'start') process.start();
      else process.stop(terminated);
      return ok('');
    }
    case 'end-process':
      for (const machine of cluster.machines) machine.endProcessOf(action.container);
      return ok('');
    case 'help':
      return ok(hostActionHelp);
    case 'look':
      return cluster.look(action.command) ?? lookWithShell(cluster.machines, action.command);
    default: {
      const machine = cluster.machine(action.node);
      if (machine === undefined) return err(`there is no machine ${action.node}`);
      return onMachine(machine, action);
    }
  }
}

function onMachine(
  machine: NodeMachine,
  action: Extract<HostAction, { readonly node: string }>,
): Result<string, string> {
  switch (action.kind) {
    case 'put-manifest':
      machine.manifests.write(manifestName, action.text);
      return ok('');
    case 'remove-manifest':
      machine.manifests.remove(manifestName);
      return ok('');
    case 'cut-node':
      machine.cut();
      return ok('');
    case 'mend-node':
      machine.mend();
      return ok('');
    case 'use-memory':
      machine.host.memoryTaken = action.bytes;
      return ok('');
    case 'use-disk':
      return machine.fillDisk(action.bytes) ? ok('') : err('there is no such room on the disk');
    case 'use-inodes':
      machine.host.inodesTaken = action.count;
      return ok('');
    case 'use-pids':
      machine.host.processesTaken = action.count;
      return ok('');
    case 'fail-device':
    case 'mend-device':
      return setDevice(machine, action);
    case 'reboot-node':
      machine.reboot();
      return ok('');
    case 'shutdown-node':
    case 'cancel-shutdown':
      machine.kubelet.component?.prepareForShutdown(action.kind === 'shutdown-node');
      return ok('');
    case 'skew-clock':
      machine.host.clockSkew = Math.round(action.seconds * second);
      return ok('');
  }
}

function setDevice(
  machine: NodeMachine,
  { kind, resource, device }: Extract<HostAction, { readonly device: string }>,
): Result<string, string> {
  if (!machine.hasDevice(resource, device)) return err(`there is no device ${resource} ${device}`);
  const { failedDevices } = machine.host;
  if (kind === 'fail-device') failedDevices.add(`${resource}/${device}`);
  else failedDevices.delete(`${resource}/${device}`);
  return ok('');
}
