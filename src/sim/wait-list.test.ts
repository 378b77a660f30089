import { describe, expect, it } from 'vitest';
import { Simulation } from './simulation.ts';
import { Task } from './task.ts';
import { WaitList } from './wait-list.ts';

function* idle(): Generator<never, void, unknown> {}

const task = (name: string): Task => new Task(new Simulation(), name, idle(), 0) as Task;

describe('WaitList', () => {
  it('gives out the tasks in the order in which they came, also after one of them left', () => {
    const [a, b, c, d] = [task('a'), task('b'), task('c'), task('d')];
    const list = new WaitList<Task>();
    for (const each of [a, b, c, a, d]) list.add(each);
    list.delete(a);
    list.delete(c);
    list.add(a);
    expect(list.takeFirst()).toBe(b);
    expect(list.takeAll()).toEqual([d, a]);
    expect(list.isEmpty).toBe(true);
    expect(list.takeFirst()).toBeUndefined();
  });
});
