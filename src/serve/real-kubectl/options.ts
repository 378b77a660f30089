/** The options of `npm run serve:recordings`, read and checked. */
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#base/result';

export const usage =
  'usage: npm run serve:recordings -- --kubectl FILE [--kubectl-132 FILE] [--lines]\n' +
  '  [--only NAME] [--speed X] [--seed N]\n' +
  '  The first file may also be named by the variable KUBECTL.';

export interface RecordingOptions {
  /** The programs by their versions. */
  readonly kubectls: ReadonlyMap<string, string>;
  /** Instead of the recordings, the lines of `lines/`. */
  readonly lines: boolean;
  /** The one recording or file to play; absent: all. */
  readonly only: string | undefined;
  /** Virtual seconds in a real one while a command runs. */
  readonly speed: number;
  readonly seed: number;
}

const definitions = {
  kubectl: { type: 'string' },
  'kubectl-132': { type: 'string' },
  lines: { type: 'boolean', default: false },
  only: { type: 'string' },
  speed: { type: 'string', default: '1' },
  seed: { type: 'string', default: '4' },
} as const;

/** The options, or what is wrong with them. */
export function readRecordingOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<RecordingOptions, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: definitions });
    const files = { 'v1.36': values.kubectl ?? env['KUBECTL'], 'v1.32': values['kubectl-132'] };
    const kubectls = Object.entries(files).flatMap(([version, file]) =>
      file === undefined ? [] : [[version, file] as const],
    );
    if (kubectls.length === 0) return err('--kubectl: where a real kubectl is');
    const [speed, seed] = [Number(values.speed), Number(values.seed)];
    if (!(speed > 0 && speed <= 100)) return err('--speed: more than 0, at most 100');
    if (!Number.isInteger(seed) || seed < 0) return err('--seed: a number');
    const { lines, only } = values;
    return ok({ kubectls: new Map(kubectls), lines, only, speed, seed });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}
