/** A shell without a container around it, for tests. */
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { seconds } from '#base/sim-time';
import { Simulation } from '#sim/simulation';
import { FileSystem } from '../../files/file-system.ts';
import { PidNamespace } from '../process-table.ts';
import { noStdin } from '../program.ts';
import { runShell } from './run-shell.ts';

/** What a script writes to both streams within 20 s; it begins in an empty folder. */
export function outputOfScript(script: string, cwd = '/tmp'): string {
  const sim = new Simulation();
  const processes = new PidNamespace(sim, 20);
  const argv = ['sh', '-c', script];
  const entry = processes.add(argv);
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const files = new FileSystem([], { '/bin/.': '', '/tmp/.': '' });
  const regexp = lateRegexp(() => regexpLibrary);
  const given = { sim, argv, env: new Map<string, string>(), files, cwd, readStdin: noStdin };
  const { pid, signals } = entry;
  const streams = { regexp, signals, processes, pid, out: write, err: write };
  processes.run(entry, runShell({ ...given, ...streams }));
  sim.run(seconds(20));
  return text;
}
