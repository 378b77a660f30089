import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { readHostAction } from '#trace/host-words';

describe('what a person can do to a machine', () => {
  it('is listed by name', () => {
    const bed = new NodeBed();
    const answer = bed.simulation.hostAction(readHostAction('help'));
    const verbs = (answer.ok ? answer.value : '').split('\n').map((line) => line.split(' ')[0]);
    expect(verbs).toEqual(expect.arrayContaining(['skew_clock', 'use_inodes', 'reboot_node']));
    expect(bed.simulation.hostAction(readHostAction('use_pids 1 many'))).toEqual({
      ok: false,
      error: 'usage: use_pids N COUNT',
    });
  });
});
