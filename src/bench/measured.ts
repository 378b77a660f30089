/** The program of a measured process: one case of the engine, its figures as one line of JSON. */
import { benchNamespaceDeletion } from './api-server.ts';
import { benchDeploy } from './deploy.ts';
import { benchIdle } from './idle.ts';
import { benchLongRun } from './long-run.ts';

const [what = '', ...counts] = process.argv.slice(2);
const [first = 3, second = 3] = counts.map(Number);
const cases: Readonly<Record<string, () => unknown>> = {
  deploy: () => benchDeploy(first, second),
  idle: () => benchIdle(first),
  long: () => benchLongRun(first),
  namespace: () => benchNamespaceDeletion(first),
};
const figures = cases[what]?.();
if (figures === undefined) throw new Error(`There is no case "${what}".`);
console.log(JSON.stringify(figures));
