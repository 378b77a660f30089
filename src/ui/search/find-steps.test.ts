import { expect, it } from 'vitest';
import { type Entry, findSteps, mostFound } from './find-steps.ts';

const entry = (index: number, title: string, component: string): Entry => ({
  index,
  title,
  component,
  text: `${title} ${component}`.toLowerCase(),
});

it('finds the steps that have every word, in the order of the run', () => {
  const entries = [
    entry(0, 'RBAC allows the request', 'kube-apiserver'),
    entry(1, 'Pod nginx is at revision 7', 'etcd'),
    entry(2, 'Pod nginx waits in activeQ', 'kube-scheduler'),
  ];
  const found = (text: string): readonly number[] =>
    findSteps(entries, text).steps.map(({ index }) => index);
  expect(found('pod NGINX')).toEqual([1, 2]);
  expect(found('pod sched')).toEqual([2]);
  expect(found('  ')).toEqual([]);
  const many = Array.from({ length: 100 }, (_, index) => entry(index, 'Pod', 'etcd'));
  expect(findSteps(many, 'pod').steps).toHaveLength(mostFound);
});

it('leaves out a word that no step has, and names it', () => {
  const entries = [entry(0, 'Pod nginx is Pending', 'etcd'), entry(1, 'Pod nginx runs', 'etcd')];
  expect(findSteps(entries, 'why pending')).toEqual({ steps: [entries[0]], unknown: ['why'] });
  expect(findSteps(entries, 'nothing such')).toEqual({ steps: [], unknown: ['nothing', 'such'] });
});
