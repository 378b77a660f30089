/** The program of a measured process: one deployment case, its figures as one line of JSON. */
import { benchDeploy } from './deploy.ts';

const [replicas, nodes] = process.argv.slice(2).map(Number);
console.log(JSON.stringify(benchDeploy(replicas ?? 3, nodes ?? 3)));
