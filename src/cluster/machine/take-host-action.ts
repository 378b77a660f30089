/**
 * Carries out a `HostAction` on the machines of a cluster.
 *
 * In: the running cluster and an action. Out: the output of a script, or an error text. What
 * follows is the components' own work.
 */
import { assertUnreachable } from '#base/assert';
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import type { Link } from '#sim/network';
import { type HostAction, type HostActionOf, machineName, processName } from '#trace/host-action';
import { hostActionHelp } from '#trace/host-words';
import type { Cluster } from '../cluster.ts';
import type { NodeMachine } from './node-machine.ts';
import { terminated } from './os-process.ts';

const manifestName = 'manifest.yaml';

export function takeHostAction(cluster: Cluster, action: HostAction): Result<string, string> {
  switch (action.kind) {
    case 'stop_kubelet':
      return stop(cluster, `${machineName(action.node)}/kubelet`);
    case 'start_kubelet':
      return start(cluster, `${machineName(action.node)}/kubelet`);
    case 'stop_component':
      return stop(cluster, processName(action.component));
    case 'start_component':
      return start(cluster, processName(action.component));
    case 'kill_component':
      return kill(cluster, processName(action.component), action.step);
    case 'end_process':
      return endProcess(cluster, action.container);
    case 'slow_link':
    case 'break_connections':
      return onLink(cluster, action);
    case 'cut_watch':
      return cutWatch(cluster, action);
    case 'compact_etcd':
      return cluster.compactEtcd(action.revision);
    case 'cut_link':
    case 'mend_link': {
      const way = cluster.wayBetween(action.one, action.other);
      if (way === undefined) return err(`nothing goes between ${action.one} and ${action.other}`);
      if (action.kind === 'cut_link') way.cut();
      else way.mend();
      return ok('');
    }
    case 'help':
      return ok(hostActionHelp);
    case 'look':
      return cluster.look(action.command);
    case 'mistake':
      return err(action.problem);
    default: {
      const name = machineName(action.node);
      const machine = cluster.machine(name);
      return machine === undefined
        ? err(`there is no machine ${name}`)
        : onMachine(machine, action);
    }
  }
}

/** Of the containers of that name on all machines. */
function endProcess(cluster: Cluster, container: string): Result<string, string> {
  let ended = false;
  for (const machine of cluster.machines) ended = machine.endProcessOf(container) || ended;
  return ended ? ok('') : err(`no container ${container} runs`);
}

/** Stopping a stopped process or starting a running one changes nothing. */
function stop(cluster: Cluster, name: string): Result<string, string> {
  const process = cluster.process(name);
  if (process === undefined) return err(`there is no process ${name}`);
  process.stop(terminated);
  return ok('');
}

function start(cluster: Cluster, name: string): Result<string, string> {
  const process = cluster.process(name);
  if (process === undefined) return err(`there is no process ${name}`);
  process.start();
  return ok('');
}

function kill(cluster: Cluster, name: string, step: number): Result<string, string> {
  const process = cluster.process(name);
  if (process === undefined) return err(`there is no process ${name}`);
  if (process.killAtResume === undefined) return err(`${name} has no steps of its own`);
  process.killAtResume(step);
  return ok('');
}

/** A program's link to the API server; a node's programs share one. */
function linkOf(cluster: Cluster, component: string): Link | undefined {
  const name = cluster.machine(machineName(component)) ? machineName(component) : undefined;
  return cluster.linkOf(name ?? processName(component));
}

function cutWatch(
  cluster: Cluster,
  { component, resource, revision }: HostActionOf<'cut_watch'>,
): Result<string, string> {
  const link = linkOf(cluster, component);
  if (link === undefined) return err(`there is no link of ${component}`);
  const cut = cluster.cutWatches(link, resource, revision);
  return cut > 0 ? ok('') : err(`${component} has no open watch of ${resource}`);
}

function onLink(
  cluster: Cluster,
  action: HostActionOf<'slow_link' | 'break_connections'>,
): Result<string, string> {
  const { component } = action;
  const link = linkOf(cluster, component);
  if (link === undefined) return err(`there is no link of ${component}`);
  if (action.kind === 'slow_link') link.slowDown(Math.round(action.seconds * second));
  else cluster.breakConnections(link);
  return ok('');
}

function onMachine(
  machine: NodeMachine,
  action: Exclude<
    Extract<HostAction, { readonly node: string }>,
    { readonly kind: 'stop_kubelet' | 'start_kubelet' }
  >,
): Result<string, string> {
  switch (action.kind) {
    case 'put_manifest':
      machine.manifests.write(manifestName, action.text);
      return ok('');
    case 'rm_manifest':
      machine.manifests.remove(manifestName);
      return ok('');
    case 'cut_node':
      machine.cut();
      return ok('');
    case 'mend_node':
      machine.mend();
      return ok('');
    case 'use_memory':
      machine.host.memoryTaken = action.bytes;
      return ok('');
    case 'use_disk':
      return machine.fillDisk(action.bytes) ? ok('') : err('there is no such room on the disk');
    case 'use_inodes':
      machine.host.inodesTaken = action.count;
      return ok('');
    case 'use_pids':
      machine.host.processesTaken = action.count;
      return ok('');
    case 'fail_device':
    case 'mend_device':
      return setDevice(machine, action);
    case 'reboot_node':
      machine.reboot();
      return ok('');
    case 'shutdown_node':
    case 'cancel_shutdown':
      machine.kubelet.component?.prepareForShutdown(action.kind === 'shutdown_node');
      return ok('');
    case 'set_proxy_mode':
      return machine.setProxyMode(action.mode)
        ? ok('')
        : err('ipvs together with canal is not simulated');
    case 'skew_clock':
      machine.host.clockSkew = Math.round(action.seconds * second);
      return ok('');
    default:
      return assertUnreachable(action);
  }
}

function setDevice(
  machine: NodeMachine,
  { kind, resource, device }: Extract<HostAction, { readonly device: string }>,
): Result<string, string> {
  if (!machine.hasDevice(resource, device)) return err(`there is no device ${resource} ${device}`);
  const { failedDevices } = machine.host;
  if (kind === 'fail_device') failedDevices.add(`${resource}/${device}`);
  else failedDevices.delete(`${resource}/${device}`);
  return ok('');
}
