/** The program of the package: `npx podyssey serve [options]`. */
import { runServe } from './command.ts';
import { usage } from './options.ts';

const [command, ...args] = process.argv.slice(2);
if (command === 'serve') await runServe(args);
else {
  const asked = command === undefined || /^(-h|--help|help)$/.test(command);
  (asked ? process.stdout : process.stderr).write(`${usage}\n`);
  process.exitCode = asked ? 0 : 2;
}
