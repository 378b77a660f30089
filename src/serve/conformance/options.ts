/** The options of `npm run serve:conformance`, read and checked. */
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#base/result';

export const usage =
  'usage: npm run serve:conformance -- --e2e FILE [--kubectl FILE] [--focus REGEXP]\n' +
  '  [--skip REGEXP] [--servers 1|2] [--clients N] [--batch N] [--speed X] [--seconds N] [--again]\n' +
  '  The files may also be named by the variables E2E_TEST and KUBECTL.';

export interface SuiteOptions {
  /** Kubernetes' own compiled tests. */
  readonly e2e: string;
  /** For the tests that call it; absent: those fail. */
  readonly kubectl: string | undefined;
  readonly focus: RegExp;
  readonly skip: RegExp | undefined;
  readonly servers: number;
  /** Tests that one program runs, one after the other. */
  readonly batch: number;
  /** Programs that may run at once against one server. */
  readonly clients: number;
  readonly speed: number;
  /** Of the wall clock, for a test that hangs. */
  readonly seconds: number;
  /** Runs those that have passed before, too. */
  readonly again: boolean;
}

const definitions = {
  e2e: { type: 'string' },
  kubectl: { type: 'string' },
  focus: { type: 'string', default: '.' },
  skip: { type: 'string' },
  servers: { type: 'string', default: '2' },
  batch: { type: 'string', default: '6' },
  clients: { type: 'string', default: '2' },
  speed: { type: 'string', default: '4' },
  seconds: { type: 'string', default: '300' },
  again: { type: 'boolean', default: false },
} as const;

/** The options, or what is wrong with them. */
export function readSuiteOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<SuiteOptions, string> {
  try {
    const { values } = parseArgs({ args: [...args], options: definitions });
    const e2e = values.e2e ?? env['E2E_TEST'];
    if (e2e === undefined) return err("--e2e: where Kubernetes' own e2e.test is");
    const [servers, clients] = [Number(values.servers), Number(values.clients)];
    if (servers !== 1 && servers !== 2) return err('--servers: 1 or 2');
    if (!Number.isInteger(clients) || clients < 1 || clients > 8) return err('--clients: 1 to 8');
    const batch = Number(values.batch);
    if (!Number.isInteger(batch) || batch < 1) return err('--batch: a number from 1');
    const [speed, seconds] = [Number(values.speed), Number(values.seconds)];
    if (!(speed > 0 && speed <= 100)) return err('--speed: more than 0, at most 100');
    if (!(seconds >= 10 && seconds <= 3600)) return err('--seconds: 10 to 3600');
    return ok({
      ...{ e2e, servers, clients, batch, speed, seconds },
      kubectl: values.kubectl ?? env['KUBECTL'],
      focus: new RegExp(values.focus),
      skip: values.skip === undefined ? undefined : new RegExp(values.skip),
      again: values.again,
    });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}
