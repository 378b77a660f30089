/**
 * `npm run bench` prints every figure as JSON; `npm run bench -- deploy --replicas N --nodes M`
 * and `-- idle --nodes M` print that one case, measured in a fresh process.
 */
import { parseArgs } from 'node:util';
import { allFigures } from './figures.ts';
import { buildMeasuredProgram, measureDeploy, measureIdle } from './measured-process.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replicas: { type: 'string', default: '3' },
    nodes: { type: 'string', default: '3' },
    runs: { type: 'string', default: '5' },
  },
});

const [command] = positionals;
const replicas = Number(values.replicas);
const nodes = Number(values.nodes);

if (command === 'deploy') {
  await buildMeasuredProgram();
  console.log(JSON.stringify(measureDeploy(replicas, nodes)));
} else if (command === 'idle') {
  await buildMeasuredProgram();
  console.log(JSON.stringify(measureIdle(nodes)));
} else if (command === undefined) {
  console.log(JSON.stringify(await allFigures(Number(values.runs)), null, 2));
} else {
  console.error(`There is no bench "${command}". Try "deploy" or "idle", or no name for all.`);
  process.exitCode = 1;
}
