/** The options of `podyssey bridge`, read and checked. */
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#base/result';
import { findScenario } from '#scenarios/index';

export const bridgeUsage =
  'usage: podyssey bridge [--port N] [--page-port N] [--scenario ID] [--kubeconfig FILE]';

export interface BridgeCommand {
  readonly port: number;
  readonly pagePort: number;
  /** The scenario that the printed link opens. */
  readonly scenario: string;
  /** Where the administrator's kubeconfig is written; absent: in a folder of its own. */
  readonly kubeconfig: string | undefined;
}

const definitions = {
  port: { type: 'string', default: '6443' },
  'page-port': { type: 'string', default: '0' },
  scenario: { type: 'string', default: 'empty-cluster' },
  kubeconfig: { type: 'string' },
} as const;

/** The options, or what is wrong with them. */
export function readBridgeOptions(args: readonly string[]): Result<BridgeCommand, string> {
  let values: ReturnType<typeof parsed>;
  try {
    values = parsed(args);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  const { scenario, kubeconfig } = values;
  const [port, pagePort] = [Number(values.port), Number(values['page-port'])];
  if (!isPort(port)) return err('--port: 0 to 65535');
  if (!isPort(pagePort)) return err('--page-port: 0 to 65535');
  if (findScenario(scenario) === undefined) {
    return err(`--scenario: there is no scenario "${scenario}"`);
  }
  return ok({ port, pagePort, scenario, kubeconfig });
}

export const isPort = (port: number): boolean =>
  Number.isInteger(port) && port >= 0 && port <= 65_535;

const parsed = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: definitions }).values;
