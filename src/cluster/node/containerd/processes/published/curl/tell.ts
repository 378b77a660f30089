/** What curl tells on the side: notes and heads of `-v`, and the meter of a transfer. */
import type { Duration } from '#base/sim-time';
import type { ProcessContext } from '../../program.ts';
import type { Options } from './options.ts';

const kibi = 1024;
const mostDigits = 100_000;
const manyKibi = 10_000 * kibi;

/** A number in five characters. Source: lib/progress.c max5data. */
function inFive(bytes: number): string {
  if (bytes < mostDigits) return String(Math.floor(bytes)).padStart(5);
  if (bytes < manyKibi) return `${Math.floor(bytes / kibi)}k`.padStart(5);
  return `${(bytes / kibi / kibi).toFixed(1)}M`.padStart(5);
}

const titles =
  '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n' +
  '                                 Dload  Upload   Total   Spent    Left  Speed\n';
const noAddress = 6;
const noTime = '--:--:-- --:--:-- --:--:--';

export class Tell {
  readonly #context: ProcessContext;
  readonly #isVerbose: boolean;
  /** A meter is drawn where the answer goes to a file or into a pipe. */
  readonly #hasMeter: boolean;
  readonly #isSilent: boolean;
  /** A terminal shows what is sent and received anyway. */
  readonly #namesData: boolean;
  /** Whether the line of the meter waits for its end. */
  #isMeasuring = false;

  constructor(context: ProcessContext, { flags, values }: Options) {
    this.#context = context;
    const isOnScreen =
      context.terminal !== undefined && !values.has('output') && !flags.has('remote-name');
    this.#isVerbose = flags.has('verbose');
    this.#hasMeter = !isOnScreen && !flags.has('silent') && !flags.has('no-progress-meter');
    this.#isSilent = flags.has('silent') && !flags.has('show-error');
    this.#namesData = !isOnScreen;
  }

  /** A step of the connection. */
  note(text: string): void {
    if (this.#isVerbose) this.#context.err(`* ${text}\n`);
  }

  sent(lines: readonly string[], body: number): void {
    if (!this.#isVerbose) return;
    this.#context.err([...lines, ''].map((line) => `> ${line}\n`).join(''));
    if (body > 0) this.#data('}', body);
    this.note(
      body > 0 ? `upload completely sent off: ${body} bytes` : 'Request completely sent off',
    );
  }

  received(head: string, body: number): void {
    if (!this.#isVerbose) return;
    this.#context.err([...head.split('\r\n'), ''].map((line) => `< ${line}\n`).join(''));
    if (body > 0) this.#data('{', body);
  }

  #data(sign: string, bytes: number): void {
    if (this.#namesData) this.#context.err(`${sign} [${bytes} bytes data]\n`);
  }

  begin(): void {
    if (!this.#hasMeter) return;
    this.#isMeasuring = true;
    this.#context.err(`${titles}${meter(0, 0, 0, 0)}`);
  }

  /** The end of a transfer, in bytes and in the time that it took. */
  end(down: number, up: number, time: Duration): void {
    if (!this.#isMeasuring) return;
    this.#isMeasuring = false;
    const perSecond = (bytes: number): number => (bytes * 1_000_000) / Math.max(time, 1);
    this.#context.err(`${meter(down, up, perSecond(down), perSecond(up))}\n`);
  }

  /** Source: lib/multi.c: a transfer that never had an address is not over, only left. */
  problem(code: number, why: string): void {
    if (this.#isMeasuring && code !== noAddress) this.#context.err(`${meter(0, 0, 0, 0)}\n`);
    this.#isMeasuring = false;
    if (!this.#isSilent) this.#context.err(`curl: (${code}) ${why}\n`);
  }
}

function meter(down: number, up: number, downSpeed: number, upSpeed: number): string {
  const share = (bytes: number): string => String(bytes > 0 ? 100 : 0).padStart(3);
  const all = `${share(down + up)} ${inFive(down + up)}`;
  const both = `${share(down)} ${inFive(down)}  ${share(up)} ${inFive(up)}`;
  const speeds = `${inFive(downSpeed)}  ${inFive(upSpeed)}`;
  return `\r${all}  ${both}  ${speeds} ${noTime} ${inFive(Math.max(downSpeed, upSpeed))}`;
}
