/** Every view at every kind of fact: none may fail, and none may take two things for one. */
import { act, cleanup, type RenderResult, render } from '@testing-library/react';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { ReactFlowProvider } from 'reactflow';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { useDiagram } from '#diagram/diagram-store';
import { insides } from '#diagram/inside/insides';
import { stationsOf, tableOf } from '#diagram/inside/stage/stages';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';
import { storedResource } from '#trace/object-key';
import { runRecording } from '#worker/run-recording';
import { Inspector } from './inspector/inspector.tsx';
import { showTab, tabs } from './inspector/inspector-store.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const commands = [
  'kubectl create deployment web --image=nginx:1.28 --replicas=3',
  'kubectl expose deployment web --port=80',
  'kubectl run once --image=busybox:1.36 --restart=Never -- sh -c "echo same; echo same; exit 3"',
  'kubectl logs once',
  'kubectl exec deploy/web -- cat /etc/hostname',
  'kubectl set image deployment web nginx=nginx:1.29',
  'kubectl drain node-1 --ignore-daemonsets',
  'kubectl get pods -o wide',
  'kubectl create deployment wrong --image=nosuch/image:1',
  'kubectl get secrets --as=jane',
  'kubectl delete pod once',
  'kubectl delete deployment web wrong',
  'kubectl delete service web',
];

/** Facts of one kind are drawn in one way: by type, program, and what is asked for or written. */
function kindOf(fact: Fact): string {
  const program = fact.component.replace(/^node-\d/, 'node');
  switch (fact.type) {
    case 'TxnCommitted':
      return [fact.type, fact.op, storedResource(fact.key)].join();
    case 'RequestSent':
      return [fact.type, fact.method, fact.method === 'GET' ? program : fact.ref.resource].join();
    default:
      return [fact.type, program].join();
  }
}

let shown: readonly Fact[] = [];

beforeAll(() => {
  const log = new TraceLog();
  const inputs = commands.map(
    (line, index) =>
      ({ at: seconds(30 + 25 * index), kind: 'command', user: 'admin', line }) as const,
  );
  const until = seconds(60 + 25 * commands.length);
  const recording = { scenario: 'create-deployment', seed: 1, inputs, until };
  let all: readonly Fact[] = [];
  for (const { facts } of runRecording(recording, allParts)) all = facts;
  log.append(all);
  const { steps, chapters, beats } = log;
  const status = { kind: 'done', reason: 'settled', at: 0, hash: '' } as const;
  const known = { log, steps, chapters, beats, factCount: all.length, status };
  player.setState({ ...known, goal: undefined, depth: 'events', reducedMotion: true });
  shown = [...new Map(all.map((fact) => [kindOf(fact), fact])).values()];
});

/** Shows a view while the cursor goes from one kind of fact to the next; returns what failed. */
function problemsOf(view: ReactNode, at: readonly Fact[] = shown): readonly string[] {
  const problems: string[] = [];
  let drawn = false;
  for (const fact of at) {
    try {
      act(() => player.getState().seek(fact.id));
      if (!drawn) render(view);
      drawn = true;
    } catch (error) {
      problems.push(`${kindOf(fact)}: ${String(error)}`);
      cleanup();
      drawn = false;
    }
  }
  cleanup();
  return problems;
}

/** A part that fails says so in its place. */
const failed = (): readonly string[] =>
  [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

/** Its parts are fetched when they are first shown. */
async function renderInspector(): Promise<RenderResult> {
  const rendered = render(<Inspector />);
  await act(() => vi.dynamicImportSettled());
  return rendered;
}

describe('the inspector', () => {
  it.each(tabs)('shows %s at every kind of fact', async (tab) => {
    showTab(tab);
    await renderInspector();
    for (const fact of shown) {
      act(() => player.getState().seek(fact.id));
      expect(failed(), kindOf(fact)).toEqual([]);
    }
  });

  it('shows an object that is gone as it was before', async () => {
    const gone = shown.find((fact) => fact.type === 'TxnCommitted' && fact.op === 'delete');
    act(() => player.getState().seek(gone?.id ?? 0));
    showTab('object');
    const { container } = await renderInspector();
    const revision = gone?.type === 'TxnCommitted' ? gone.revision : 0;
    expect(container.textContent).toContain(`Revision ${revision} removed it.`);
    expect(container.querySelector('pre')?.textContent).toContain('metadata:');
  });
});

const rooms = ['kube-apiserver', 'etcd', 'kube-controller-manager', 'kube-scheduler', 'node-1'];
const size = { width: 1064, height: 650 };

describe('a room', () => {
  it.each(Object.keys(insides).filter((id) => id !== 'stage'))(
    'is drawn as %s at every kind of fact',
    (id) => {
      const room = rooms.find((each) => id.endsWith(each)) ?? 'node-1';
      act(() => useDiagram.getState().enter(room));
      const Drawn = insides[id as keyof typeof insides] as ComponentType<object>;
      const node = createElement(Drawn, { ...size, id: room, data: { room } } as object);
      expect(problemsOf(<ReactFlowProvider>{node}</ReactFlowProvider>)).toEqual([]);
    },
  );

  it.each(rooms)('of %s has its stages at every kind of fact that they are about', (room) => {
    for (const station of stationsOf(room, player.getState().log)) {
      const stage = <insides.stage room={room} station={station} width={size.width} />;
      const own = shown.filter((fact) => tableOf(fact) === station);
      expect(problemsOf(<ReactFlowProvider>{stage}</ReactFlowProvider>, own), station).toEqual([]);
    }
  });
});
