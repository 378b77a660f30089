/**
 * A shell on the machines: control groups, processes, logs and manifests as files.
 *
 * It is a person's shell on the host that runs all recorded nodes. In: a script.
 * Out: what it prints. It only reads: it runs on a clock of its own and leaves no facts.
 */

import type { CompileRegexp } from '#base/regexp';
import { err, ok, type Result } from '#base/result';
import { hour } from '#base/sim-time';
import { FileSystem } from '#cluster/node/containerd/files/file-system';
import { outputBound } from '#cluster/node/containerd/processes/bounds';
import { PidNamespace } from '#cluster/node/containerd/processes/process-table';
import { noStdin, ProcessSignals } from '#cluster/node/containerd/processes/program';
import { runShell } from '#cluster/node/containerd/processes/shell/run-shell';
import { BrokenPipe } from '#cluster/node/containerd/processes/signals';
import { cgroupFiles } from '#cluster/node/os/cgroup-files';
import { Simulation } from '#sim/simulation';
import type { NodeMachine } from './node-machine.ts';

/** The first process id of the machine. */
const firstPid = 4100;
/** The most steps of a script, so that an endless loop stops. */
const mostSteps = 50_000;

/** Where the shell of the simulated machine's root user begins. */
const home = '/root';

export function lookWithShell(
  machines: readonly NodeMachine[],
  command: string,
  regexp: CompileRegexp,
): Result<string, string> {
  const sim = new Simulation();
  const files: Record<string, string> = { '/tmp/.': '', [`${home}/.`]: '' };
  for (const machine of machines) addCgroups(files, machine);
  const processes = new PidNamespace(sim, firstPid);
  for (const { argv, oomScoreAdj } of processesOf(machines)) {
    const { pid } = processes.add(argv);
    files[`/proc/${pid}/cmdline`] = argv.map((word) => `${word}\0`).join('');
    files[`/proc/${pid}/oom_score_adj`] = `${oomScoreAdj}\n`;
  }
  let output = '';
  let errors = '';
  const complain = (text: string): void => {
    errors += text;
  };
  const shell = runShell({
    sim,
    regexp,
    argv: ['sh', '-c', command],
    env: new Map([['PATH', '/usr/sbin:/usr/bin:/sbin:/bin']]),
    files: new FileSystem([], files, { readonlyRoot: true }),
    cwd: home,
    readStdin: noStdin,
    signals: new ProcessSignals(sim),
    processes,
    pid: processes.add(['sh']).pid,
    out: outputBound((text) => {
      output += text;
    }, complain),
    err: complain,
  });
  const task = sim.spawn('sh', shell);
  let steps = 0;
  try {
    sim.run(hour, () => task.done || ++steps > mostSteps);
  } catch (fault) {
    if (!(fault instanceof BrokenPipe)) throw fault;
  }
  if (steps > mostSteps) return err(`a look at a host ends after ${mostSteps} steps`);
  return output === '' && errors !== '' ? err(errors.trim()) : ok(output);
}

const processesOf = (machines: readonly NodeMachine[]) =>
  machines
    .flatMap(({ containerd }) => containerd.component?.processes ?? [])
    .sort((a, b) => a.since - b.since);

/** The control groups of what the kubelet and runc made, as files of the machine's version. */
function addCgroups(files: Record<string, string>, { name, host, containerd }: NodeMachine): void {
  const { cgroups, allCpus, allMems } = host;
  for (const group of cgroups.under(`/${name}`)) {
    const processes = containerd.component?.processesIn(group.path) ?? [];
    const look = { group, processes, allCpus, allMems };
    Object.assign(files, cgroupFiles(cgroups.version, look, group.path));
  }
}
