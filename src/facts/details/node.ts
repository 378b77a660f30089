/** More about what runs below the kubelet. */

import type { FactOf } from '#trace/facts';
import type { NodeFact } from '#trace/facts/node';
import { grouped } from '../words.ts';
import { elsewhere, type FactDetails, type StoryRow, severityOfError } from './fact-details.ts';
import { bridge, byCall, kubelet, networkPlugins, runtime } from './places.ts';
import { rowsOfCriRequest, rowsOfParams } from './rows.ts';
import { callSpan } from './span.ts';

export const nodeDetails: { readonly [T in NodeFact['type']]: FactDetails<FactOf<T>> } = {
  CriCalled: {
    source: {
      place: [`${runtime}/kuberuntime_manager.go`],
      decidedBy: ({ method }) => [byCall[method]],
    },
    message: 'call',
    span: callSpan,
    rows: (fact) => [['service', fact.service], ...rowsOfCriRequest(fact)],
  },
  CriReturned: {
    source: {
      place: [`${runtime}/kuberuntime_manager.go`],
      decidedBy: ({ method }) => [byCall[method]],
    },
    message: 'return',
    severity: severityOfError,
    failure: ({ error }) => error?.message,
    rows: ({ response }) =>
      Object.entries((response ?? {}) as Readonly<Record<string, unknown>>).flatMap(
        ([name, value]): StoryRow[] => (typeof value === 'object' ? [] : [[name, String(value)]]),
      ),
  },
  RuntimeStep: { source: elsewhere, rows: rowsOfParams },
  ProcessStarted: {
    source: elsewhere,
    leftOut: () => 'leftOut.usage',
    rows: ({ pid, argv, namespaces }) => [
      ['pid', String(pid)],
      ['argv', argv.join(' ')],
      ...Object.entries(namespaces).map(([name, at]): StoryRow => [`${name} ns`, at]),
    ],
  },
  ProcessExited: { source: elsewhere },
  ContainerLogged: { source: elsewhere },
  OomKilled: {
    source: { place: [`${kubelet}/oom/oom_watcher_linux.go`, 'Start'] },
    severity: () => 'W',
  },
  CniStep: {
    source: {
      repository: networkPlugins,
      decidedBy: ({ plugin }) => (plugin === 'bridge' ? [bridge] : []),
    },
    leftOut: () => 'leftOut.packets',
    rows: ({ command, result }) => [['command', command], ...Object.entries(result)],
  },
  RegistryAnswered: {
    source: elsewhere,
    severity: severityOfError,
    leftOut: () => 'leftOut.layers',
    rows: ({ image, bytes }) => [
      ['image', image],
      ['bytes', grouped(bytes)],
    ],
  },
};
