/** The programs of a busybox image by name. What is not here is not found, as in a real image. */
import type { Program } from '../program.ts';
import { basename, chmod, cp, dd, dirname, find, mv, pwd, whichOf } from './disk.ts';
import { cat, ls, mkdir, rm, touch } from './files.ts';
import { no, sleep, test, yes } from './flow.ts';
import { cut, expr, head, sed, seq, sort, tail, tee, tr, uniq } from './lines.ts';
import { httpd } from './network/httpd.ts';
import { ip } from './network/ip.ts';
import { nc } from './network/nc.ts';
import { nslookup } from './network/nslookup.ts';
import { ping } from './network/ping.ts';
import { wget } from './network/wget.ts';
import { kill, pgrep, ps, timeoutOf, uname, whoami } from './processes.ts';
import { date, echo, env, grep, hostname, id, printf, wc } from './text.ts';

export const applets: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['[', test],
  ['cat', cat],
  ['basename', basename],
  ['chmod', chmod],
  ['chown', chmod],
  ['cp', cp],
  ['cut', cut],
  ['dd', dd],
  ['dirname', dirname],
  ['expr', expr],
  ['find', find],
  ['head', head],
  ['kill', kill],
  ['mv', mv],
  ['pgrep', pgrep],
  ['ps', ps],
  ['pwd', pwd],
  ['sed', sed],
  ['seq', seq],
  ['sort', sort],
  ['tail', tail],
  ['tee', tee],
  ['timeout', timeoutOf(programOf)],
  ['tr', tr],
  ['uname', uname],
  ['uniq', uniq],
  ['which', whichOf(programOf)],
  ['whoami', whoami],
  ['date', date],
  ['echo', echo],
  ['env', env],
  ['false', no],
  ['grep', grep],
  ['hostname', hostname],
  ['httpd', httpd],
  ['id', id],
  ['ip', ip],
  ['ls', ls],
  ['mkdir', mkdir],
  ['nc', nc],
  ['nslookup', nslookup],
  ['ping', ping],
  ['printf', printf],
  ['printenv', env],
  ['rm', rm],
  ['sleep', sleep],
  ['test', test],
  ['touch', touch],
  ['true', yes],
  ['wc', wc],
  ['wget', wget],
]);

/** Looked up when it is asked for: the table is complete by then. */
function programOf(name: string): Program | undefined {
  return applets.get(name);
}
