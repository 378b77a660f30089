/**
 * `npm run bench` prints every figure as JSON; `npm run bench -- deploy --replicas N --nodes M`
 * prints that one case, measured in this fresh process.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { benchDeploy, type DeployFigures } from './deploy.ts';
import { kernelEventsPerSecond } from './kernel.ts';
import { benchSeek } from './seek.ts';
import { type Figure, figure } from './statistics.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    replicas: { type: 'string', default: '3' },
    nodes: { type: 'string', default: '3' },
    runs: { type: 'string', default: '5' },
  },
});

/** Runs one deployment case several times, each in a process of its own. */
function deployCase(replicas: number, nodes: number, runs: number): readonly DeployFigures[] {
  return Array.from({ length: runs }, () => {
    const args = [...process.execArgv, import.meta.filename, 'deploy'];
    const sizes = ['--replicas', String(replicas), '--nodes', String(nodes)];
    const output = execFileSync(process.execPath, [...args, ...sizes], { encoding: 'utf8' });
    return JSON.parse(output) as DeployFigures;
  });
}

function all(runs: number): Record<string, Figure> {
  const kernel = Array.from({ length: runs }, kernelEventsPerSecond);
  const three = deployCase(3, 3, runs);
  const hundred = deployCase(100, 10, runs);
  const seek = benchSeek(400);
  return {
    kernelEventsPerSecond: figure(kernel, 'events/s'),
    threeReplicasCommandCpu: figure(
      three.map((run) => run.commandCpuMs),
      'ms',
    ),
    threeReplicasWithStartCpu: figure(
      three.map((run) => run.cpuMs),
      'ms',
    ),
    hundredReplicasTenNodesCpu: figure(
      hundred.map((run) => run.cpuMs),
      'ms',
    ),
    hundredReplicasTenNodesPeakRss: figure(
      hundred.map((run) => run.peakRssMb),
      'MiB',
    ),
    seekP95: figure([seek.seekP95], 'ms'),
    stepBackP95: figure([seek.stepBackP95], 'ms'),
    seekTraceFacts: figure([seek.facts], 'facts'),
  };
}

if (positionals[0] === 'deploy') {
  console.log(JSON.stringify(benchDeploy(Number(values.replicas), Number(values.nodes))));
} else if (positionals.length === 0) {
  console.log(JSON.stringify(all(Number(values.runs)), null, 2));
} else {
  console.error(`There is no bench "${positionals[0]}". Try "deploy", or no name for all.`);
  process.exitCode = 1;
}
