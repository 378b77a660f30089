/**
 * `watch COMMAND`: runs it again and again, each time on an empty screen, until Ctrl-C.
 *
 * In: the shell that runs the command, and whether there is a terminal. Out: a title and what the
 * command prints. Models procps watch.c; differences are not marked (`-d`).
 */

import { ms, seconds } from '#base/sim-time';
import type { Program } from '#cluster/node/containerd/processes/program';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';
import { sleep } from '#sim/simulation';

/** Goes to the first place of the screen and clears it from there. */
const clearScreen = '\u001b[H\u001b[2J';

const usage = 'Usage:\n watch [options] command\n';
const least = ms(100);

interface Options {
  readonly interval: number;
  readonly hasTitle: boolean;
  readonly words: readonly string[];
}

/** Undefined: what it is given makes no sense. */
function optionsOf(argv: readonly string[]): Options | undefined {
  let [interval, hasTitle] = [seconds(2), true];
  const words = argv.slice(1);
  while (words[0]?.startsWith('-') === true) {
    const [option = ''] = words.splice(0, 1);
    const [, given] = /^(?:-n|--interval=)(.+)$/.exec(option) ?? [];
    if (option === '-t' || option === '--no-title') hasTitle = false;
    else if (given !== undefined || option === '-n' || option === '--interval') {
      const time = parseGoDuration(`${given ?? words.shift() ?? ''}s`);
      if (time === undefined) return undefined;
      interval = Math.max(least, time);
    } else if (!/^-[dbecpx]$/.test(option)) return undefined;
  }
  return words.length === 0 ? undefined : { interval, hasTitle, words };
}

export const watchOf = (shell: Program, hasTerminal: boolean): Program =>
  function* watch(context) {
    const options = optionsOf(context.argv);
    if (options === undefined || !hasTerminal) {
      context.err(options === undefined ? usage : 'Error opening terminal: unknown.\n');
      return 1;
    }
    const { interval, hasTitle, words } = options;
    const command = words.join(' ');
    const title = `Every ${(interval / seconds(1)).toFixed(1)}s: ${command}\n\n`;
    for (;;) {
      context.out(clearScreen + (hasTitle ? title : ''));
      yield* shell({ ...context, argv: ['sh', '-c', command] });
      yield* sleep(interval);
    }
  };

/** `clear`: what is on the screen is the terminal's own; here it leaves out the lines before. */
export const clear: Program = function* clear() {
  return 0;
};
