/** The program of the package: `npx podyssey serve [options]`, `npx podyssey bridge [options]`. */
import { runBridge } from './bridge/command.ts';
import { bridgeUsage } from './bridge/options.ts';
import { runServe } from './command.ts';
import { usage } from './options.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'serve') await runServe(args);
else if (command === 'bridge') await runBridge(args);
else {
  const asked = command === undefined || /^(-h|--help|help)$/.test(command);
  (asked ? process.stdout : process.stderr).write(`${usage}\n${bridgeUsage}\n`);
  process.exitCode = asked ? 0 : 2;
}
