import { describe, expect, it } from 'vitest';
import { anchoredWords, type WordsPlace } from './anchored-words.ts';

const nowhere: WordsPlace = {
  node: undefined,
  nodes: ['node-1', 'node-2'],
  controllers: ['deployment-controller', 'replicaset-controller'],
  controller: undefined,
  atStation: false,
  object: undefined,
  asks: false,
};
const anchorsOf = (text: string, place: Partial<WordsPlace> = {}): readonly string[] =>
  Object.values(anchoredWords(text, { ...nowhere, ...place }).anchors);

describe('the words of a tour', () => {
  it('name programs and nodes alike in every language, each once', () => {
    const rooms = ['kube-apiserver', 'etcd', 'kube-scheduler', 'node-2'];
    expect(anchorsOf('The API server asks etcd; the scheduler, etcd and node-2.')).toEqual(rooms);
    expect(anchorsOf('API server 问 etcd；调度器、etcd 和 node-2。')).toEqual(rooms);
    expect(anchorsOf('API server 問 etcd；排程器、etcd 和 node-2。')).toEqual(rooms);
    expect(anchorsOf('API server は etcd、スケジューラー、node-2 に。')).toEqual(rooms);
  });

  it('mark the name and nothing else', () => {
    expect(anchoredWords('The kubelet reads.', { ...nowhere, node: 'node-1' }).line).toBe(
      'The [[n1|kubelet]] reads.',
    );
  });

  it('mean the kubelet of the node that is shown, or else those of all nodes', () => {
    expect(anchorsOf('The kubelet', { node: 'node-2' })).toEqual(['node-2/kubelet']);
    expect(anchorsOf('Each kubelet')).toEqual(['node-1 node-2']);
  });

  it('mean by “the controller” the one at work', () => {
    const controller = 'replicaset-controller';
    expect(anchorsOf('The controller waits.', { controller })).toEqual([controller]);
    expect(anchorsOf('The controller waits.')).toEqual([]);
    expect(anchorsOf('The EndpointSlice controller waits.')).toEqual(['kube-controller-manager']);
  });

  it('name a station only where a request is, kubectl only where it asks, a kind that is written', () => {
    const text = 'Authorization of the Pod by kubectl';
    expect(anchorsOf(text)).toEqual([]);
    const object = { kind: 'Pod', anchor: 'etcd/pods/default/web' };
    expect(anchorsOf(text, { atStation: true, asks: true, object })).toEqual([
      'kube-apiserver/authorize',
      'etcd/pods/default/web',
      'kubectl',
    ]);
  });

  it('keep what their author has named, and mark the same thing only once', () => {
    const own = { a1: 'etcd' };
    const { line, anchors } = anchoredWords(
      '[[a1|The store]] of the API server is etcd.',
      nowhere,
      own,
    );
    expect(line).toBe('[[a1|The store]] of the [[n2|API server]] is etcd.');
    expect(anchors).toEqual({ a1: 'etcd', n2: 'kube-apiserver' });
  });

  it('do not name what is part of a path, a key, an image or another name', () => {
    expect(anchorsOf('/registry/etcd, etcd-data, etcd:3.5, kubelet.conf, other-scheduler')).toEqual(
      [],
    );
  });
});
