/**
 * `npm run bench` prints every figure as JSON.
 *
 * `npm run bench -- deploy --replicas N --nodes M`, `-- idle --nodes M`, `-- long --hours H`
 * and `-- namespace --pods N` print that one case, measured in a fresh process; `-- page` plays a scenario in a browser:
 * `--scenario full-walk`, on the site that was built to `--site dist`; `-- race` measures that site
 * beside the nearest other simulator, `--runs 5` times in turn; `-- start` measures how soon a
 * visitor sees its map; `-- serve` measures a served cluster.
 */
import { parseArgs } from 'node:util';
import { serveBare } from './bare-server.ts';
import { allFigures } from './figures.ts';
import {
  buildMeasuredProgram,
  measureDeploy,
  measureIdle,
  measureLongRun,
  measureNamespaceDeletion,
} from './measured-process.ts';
import { benchPlay } from './play.ts';
import { race } from './race.ts';
import { benchServe } from './serve.ts';
import { benchStart } from './start.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replicas: { type: 'string', default: '3' },
    hours: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    pods: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '5' },
    scenario: { type: 'string', default: 'full-walk' },
    site: { type: 'string', default: 'dist' },
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
} else if (command === 'long') {
  await buildMeasuredProgram();
  console.log(JSON.stringify(measureLongRun(Number(values.hours))));
} else if (command === 'namespace') {
  await buildMeasuredProgram();
  console.log(JSON.stringify(measureNamespaceDeletion(Number(values.pods))));
} else if (command === 'page') {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined) throw new Error('No Chromium was found.');
  const { scenario, site } = values;
  console.log(JSON.stringify(await benchPlay({ executablePath, scenario, site }), null, 2));
} else if (command === 'race') {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined) throw new Error('No Chromium was found.');
  const options = { executablePath, site: values.site, rounds: Number(values.runs), replicas };
  console.log(JSON.stringify(await race(options), null, 2));
} else if (command === 'start') {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined) throw new Error('No Chromium was found.');
  const options = { executablePath, site: values.site, rounds: Number(values.runs) };
  console.log(JSON.stringify(await benchStart(options), null, 2));
} else if (command === 'serve') {
  console.log(JSON.stringify(await benchServe(), null, 2));
} else if (command === 'bare') {
  // What `serve` compares with, in a process of its own.
  await serveBare();
} else if (command === undefined) {
  console.log(JSON.stringify(await allFigures(Number(values.runs)), null, 2));
} else {
  console.error(
    `There is no bench "${command}". Try "deploy", "idle", "long", "namespace", "page", "race", "start" or "serve", or no name for all.`,
  );
  process.exitCode = 1;
}
