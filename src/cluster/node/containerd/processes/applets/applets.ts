/**
 * The programs of a busybox image by name. A name that is not here gives `not found`, as in a real
 * image.
 */
import type { Program } from '../program.ts';
import { awk } from './awk/awk.ts';
import { date } from './date.ts';
import { basename, chmod, chown, cp, dd, dirname, find, mv, pwd, whichOf } from './disk.ts';
import { expr } from './expr.ts';
import { cat, mkdir, rm, rmdir, touch } from './files.ts';
import { fail, sleep, succeed, usleep } from './flow.ts';
import { grep } from './grep.ts';
import { cut, head, nl, rev, seq, sort, tac, tail, tee, tr, uniq, yes } from './lines.ts';
import { ln, readlink, realpath } from './links.ts';
import { ls } from './ls.ts';
import { base64, paste, stat, xargsOf } from './more.ts';
import { httpd } from './network/httpd.ts';
import { ip } from './network/ip.ts';
import { nc } from './network/nc.ts';
import { nslookup } from './network/nslookup.ts';
import { ping } from './network/ping.ts';
import { wget } from './network/wget.ts';
import { printf } from './printf.ts';
import { kill, pgrep, ps, timeoutOf, uname, whoami } from './processes.ts';
import { sed } from './sed.ts';
import { hexdump, mount, sysctl } from './system.ts';
import { tar } from './tar.ts';
import { test } from './test.ts';
import { echo, envOf, hostname, id, printenv, wc } from './text.ts';

const applets: readonly (readonly [string, Program])[] = [
  ['[', test],
  ['[[', test],
  ['awk', awk],
  ['base64', base64],
  ['nl', nl],
  ['paste', paste],
  ['readlink', readlink],
  ['realpath', realpath],
  ['rev', rev],
  ['rmdir', rmdir],
  ['stat', stat],
  ['sysctl', sysctl],
  ['tac', tac],
  ['usleep', usleep],
  ['yes', yes],
  ['cat', cat],
  ['basename', basename],
  ['chmod', chmod],
  ['chown', chown],
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
  ['tr', tr],
  ['uname', uname],
  ['uniq', uniq],
  ['whoami', whoami],
  ['date', date],
  ['echo', echo],
  ['false', fail],
  ['grep', grep],
  ['hexdump', hexdump],
  ['hostname', hostname],
  ['httpd', httpd],
  ['id', id],
  ['ip', ip],
  ['ln', ln],
  ['ls', ls],
  ['mkdir', mkdir],
  ['mount', mount],
  ['nc', nc],
  ['nslookup', nslookup],
  ['ping', ping],
  ['printf', printf],
  ['printenv', printenv],
  ['rm', rm],
  ['sleep', sleep],
  ['tar', tar],
  ['test', test],
  ['touch', touch],
  ['true', succeed],
  ['wc', wc],
  ['wget', wget],
];

/** All programs, and an image's own. Those that start other programs need the shell. */
export function appletsWith(
  shell: Program,
  own: ReadonlyMap<string, Program> = new Map(),
): Map<string, Program> {
  const all = new Map<string, Program>([...applets, ...own]);
  const find = (name: string): Program | undefined =>
    name === 'sh' || name === 'ash' ? shell : all.get(name);
  all.set('env', envOf(find)).set('timeout', timeoutOf(find));
  return all.set('which', whichOf(find)).set('xargs', xargsOf(find));
}
