import { describe, expect, it } from 'vitest';
import en from '#i18n/en.json';
import ja from '#i18n/ja.json';
import { learn } from '#i18n/t';
import simplified from '#i18n/zh-CN.json';
import traditional from '#i18n/zh-TW.json';
import type { FactOf } from '#trace/facts';
import { factDetails } from './details/details.ts';
import type { Enclosure, FactKind } from './fact-kind.ts';
import { captionOf, factKinds, stepSubject, stepVerb } from './facts.ts';

learn(en);

const events = import.meta.glob<string>('../trace/facts/*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});
const sources = import.meta.glob<string>('./*.ts', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const kindsIn = (text: string): readonly string[] =>
  [...text.matchAll(/readonly type: '(\w+)'/g)].map(([, type = '']) => type);
const kinds = Object.values(events).flatMap(kindsIn);
const records = Object.entries(factKinds).map(
  ([type, kind]) => [type, kind as FactKind<never>] as const,
);
const stamp = { id: 7, at: 0, cause: 1 };

describe('every kind of fact of a trace', () => {
  it('has a record and details', () => {
    expect(kinds.length).toBeGreaterThan(90);
    expect(Object.keys(factKinds).sort()).toEqual(kinds.toSorted());
    expect(Object.keys(factDetails).sort()).toEqual(kinds.toSorted());
  });

  it('has its record in the file named for its emitter', () => {
    const strangers = Object.entries(events).flatMap(([path, text]) => {
      const home = sources[path.replace('../trace/facts/', './')] ?? '';
      return kindsIn(text).filter((type) => !new RegExp(`^  ${type}: \\{`, 'm').test(home));
    });
    expect(strangers).toEqual([]);
  });

  it('has captions in messages that each catalogue has', () => {
    const named = Object.values(sources)
      .flatMap((text) => [...text.matchAll(/'((?:caption|title)\.[\w.-]*\w)'/g)])
      .map(([, id = '']) => id);
    expect(named.length).toBeGreaterThan(90);
    for (const catalog of [en, ja, simplified, traditional]) {
      expect(named.filter((id) => !Object.hasOwn(catalog, id))).toEqual([]);
    }
  });
});

describe('a frame of two facts', () => {
  const begun = records.flatMap(([, { begins }]) => begins ?? []);
  const ended = new Set(records.flatMap(([, { ends }]) => ends ?? []));

  it('begins with one kind of fact and has an end', () => {
    const expected: readonly Enclosure[] = [
      ...(['call', 'command', 'cycle', 'handled', 'pod-sync'] as const),
      ...(['request', 'served', 'sync', 'write'] as const),
    ];
    expect(begun.toSorted()).toEqual(expected);
    expect([...ended].sort()).toEqual(expected);
  });
});

describe('a step', () => {
  it('is named by its verb, or else by its kind', () => {
    const queued: FactOf<'PodQueued'> = {
      ...{ ...stamp, type: 'PodQueued', component: 'kube-scheduler' },
      ...{ pod: 'default/web', queue: 'activeQ', event: 'EventUnscheduledPodAdd' },
    };
    const admitted: FactOf<'PodAdmitted'> = {
      ...{ ...stamp, type: 'PodAdmitted', component: 'node-1/kubelet', pod: 'default/web' },
      ...{ uid: 'u', admitted: true, handlers: [], reason: '', message: '' },
    };
    expect(stepVerb(queued)).toBe('queue');
    expect(stepVerb(admitted)).toBe('pod-admitted');
    expect(stepSubject(queued)).toBe('default/web');
  });

  it('names the call after its Pod', () => {
    const call: FactOf<'CriCalled'> = {
      ...{ ...stamp, type: 'CriCalled', component: 'node-1/kubelet', node: 'node-1', call: 3 },
      ...{ service: 'RuntimeService', method: 'StartContainer', pod: 'default/web', request: {} },
    };
    expect(stepSubject(call)).toBe('default/web/StartContainer');
  });
});

describe('a decision of the Pod garbage collector', () => {
  it('has a caption of its own', () => {
    const fact: FactOf<'DecisionMade'> = {
      ...{ ...stamp, type: 'DecisionMade', component: 'kube-controller-manager/pod-gc' },
      ...{ key: 'default/web', decision: 'pod-gc.orphaned', params: { pod: 'web' } },
    };
    expect(captionOf(fact).id).toBe('caption.decision.pod-gc.orphaned');
  });
});
