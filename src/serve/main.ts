/** `npm run serve -- [options]`: `options.ts` has them. */
import { runServe } from './command.ts';

await runServe(process.argv.slice(2));
