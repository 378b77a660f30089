/** The program of a measured process: one case of the engine, its figures as one line of JSON. */
import { benchDeploy } from './deploy.ts';
import { benchIdle } from './idle.ts';

const [what, ...counts] = process.argv.slice(2);
const [first = 3, second = 3] = counts.map(Number);
console.log(JSON.stringify(what === 'idle' ? benchIdle(first) : benchDeploy(first, second)));
