import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a container with a terminal', () => {
  it('is told which', () => {
    const bed = new NodeBed();
    bed.pod('term', { tty: true });
    bed.wait(3);
    expect(bed.run('exec term -- env')).toMatch(/^PATH=.*\nTERM=xterm\nHOSTNAME=term\n/);
  });
});

describe('configuration', () => {
  it('from several sources of envFrom is that of the last one', () => {
    const bed = new NodeBed();
    for (const [name, value] of Object.entries({ one: '1', two: '2' })) {
      bed.run(`create configmap ${name} --from-literal=WHO=${value}`);
    }
    const envFrom = [{ configMapRef: { name: 'one' } }, { configMapRef: { name: 'two' } }];
    bed.pod('env', { command: ['sh', '-c', 'echo $WHO'], envFrom });
    bed.wait(5);
    expect(bed.run('logs env')).toBe('2\n');
  });
});
