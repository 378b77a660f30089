/** The programs of a busybox image by name. What is not here is not found, as in a real image. */
import type { Program } from '../program.ts';
import { cat, ls, mkdir, rm, touch } from './files.ts';
import { httpd, no, sleep, test, yes } from './flow.ts';
import { date, echo, env, grep, hostname, id, printf, wc } from './text.ts';

export const applets: ReadonlyMap<string, Program> = new Map<string, Program>([
  ['[', test],
  ['cat', cat],
  ['date', date],
  ['echo', echo],
  ['env', env],
  ['false', no],
  ['grep', grep],
  ['hostname', hostname],
  ['httpd', httpd],
  ['id', id],
  ['ls', ls],
  ['mkdir', mkdir],
  ['printf', printf],
  ['printenv', env],
  ['rm', rm],
  ['sleep', sleep],
  ['test', test],
  ['touch', touch],
  ['true', yes],
  ['wc', wc],
]);
