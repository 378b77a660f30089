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
