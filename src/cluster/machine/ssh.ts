/**
 * `ssh [USER@]NODE COMMAND`: one command in a shell of a node, which reads what is there.
 *
 * In: the words, and the machines by name or address. Out: what the command prints, and its exit
 * code; 255 and ssh's own words when there is no such machine, or none that answers. The session
 * takes time, but its packets are not modelled.
 */
import type { CompileRegexp } from '#base/regexp';
import { ms } from '#base/sim-time';
import { lookAtNetwork } from '#cluster/node/kernel/host-shell';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import { lookWithShell } from './host-look.ts';
import type { NodeMachine } from './node-machine.ts';

/** Of a handshake and a login with a key. */
const loginTime = ms(160);
const ownFailure = 255;

export interface SshOptions {
  readonly sim: Simulation;
  readonly regexp: CompileRegexp;
  /** By name or address. */
  readonly machine: (name: string) => NodeMachine | undefined;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export function* ssh(argv: readonly string[], options: SshOptions): Process<number> {
  const { sim, regexp, machine: machineOf, out, err } = options;
  const fail = (text: string): number => {
    err(`${text}\n`);
    return ownFailure;
  };
  const [target = '', ...words] = argv.slice(1);
  if (target.startsWith('-')) return fail(`podyssey: ssh ${target} is not simulated`);
  if (words.length === 0) {
    return fail('podyssey: ssh without a command is not simulated; try: ssh NODE COMMAND');
  }
  const name = target.replace(/^[^@]*@/, '');
  const machine = machineOf(name);
  if (machine === undefined) {
    return fail(`ssh: Could not resolve hostname ${name}: Name or service not known`);
  }
  yield* sleep(loginTime);
  if (!machine.answers) return fail(`ssh: connect to host ${name} port 22: No route to host`);
  const command = words.join(' ');
  const { kernel } = machine;
  const done =
    lookAtNetwork(kernel, sim.now, command, regexp) ?? lookWithShell([machine], command, regexp);
  if (done.ok) {
    out(done.value);
    return 0;
  }
  err(done.error.endsWith('\n') ? done.error : `${done.error}\n`);
  return 1;
}
