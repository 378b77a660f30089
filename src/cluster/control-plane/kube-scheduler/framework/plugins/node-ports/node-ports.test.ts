import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { failureMessage, noVictims } from '../../../testing/failure-message.fixture.ts';
import { nodeWith, placed, running } from '../../../testing/placement.fixture.ts';
import { recordedPod } from '../../../testing/scheduler-bed.ts';

const listening = (hostPort: number, protocol: 'TCP' | 'UDP' = 'TCP', hostIP?: string) => ({
  containers: [
    {
      name: 'app',
      image: 'nginx',
      ports: [{ containerPort: 80, hostPort, protocol, ...defined({ hostIP }) }],
    },
  ],
});
const one = [nodeWith('node-1')];
const taken = "1 node(s) didn't have free ports for the requested pod ports";

describe('NodePorts', () => {
  it('keeps a pod off a node where its host port is taken', () => {
    const old = [running('old', 'node-1', listening(80))];
    expect(placed(one, listening(80), old)).toContain(taken);
    expect(placed([...one, nodeWith('node-2')], listening(80), old)).toBe('node-2');
  });

  it('tells ports, protocols and addresses of the node apart', () => {
    const old = [running('old', 'node-1', listening(80, 'TCP', '10.0.0.1'))];
    expect(placed(one, listening(81), old)).toBe('node-1');
    expect(placed(one, listening(80, 'UDP'), old)).toBe('node-1');
    expect(placed(one, listening(80, 'TCP', '10.0.0.2'), old)).toBe('node-1');
  });

  it('takes a port of every address for one of each', () => {
    const old = [running('old', 'node-1', listening(80))];
    expect(placed(one, listening(80, 'TCP', '10.0.0.2'), old)).toContain(taken);
  });
});

describe('a pod that asks for a port of its node', () => {
  it('is told when another pod has it', () => {
    const ports = [{ containerPort: 80, hostPort: 80, protocol: 'TCP' as const }];
    const spec = { containers: [{ name: 'app', image: 'nginx', ports }] };
    expect(failureMessage(spec, { running: [recordedPod('old', { spec })] })).toBe(
      "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports. " +
        noVictims,
    );
  });
});
