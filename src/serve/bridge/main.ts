/** `npm run bridge -- [options]`: `options.ts` has them. */
import { runBridge } from './command.ts';

await runBridge(process.argv.slice(2));
