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
  expect(findSteps(entries, 'pod NGINX').map(({ index }) => index)).toEqual([1, 2]);
  expect(findSteps(entries, 'pod sched').map(({ index }) => index)).toEqual([2]);
  expect(findSteps(entries, '  ')).toEqual([]);
  const many = Array.from({ length: 100 }, (_, index) => entry(index, 'Pod', 'etcd'));
  expect(findSteps(many, 'pod')).toHaveLength(mostFound);
});
