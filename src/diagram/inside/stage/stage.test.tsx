import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';
import { Stage } from './stage.tsx';
import { stationsOf, tableOf } from './stages.ts';

const facts = createDeploymentFacts();

beforeEach(() => {
  const log = new TraceLog();
  log.append(facts);
  const { steps, chapters } = log;
  const status = { kind: 'done', reason: 'settled', at: 0, hash: '' } as const;
  player.setState({ log, steps, chapters, factCount: facts.length, status, goal: undefined });
  player.getState().toStart();
});
afterEach(cleanup);

const seekTo = (type: Fact['type']): void => {
  const fact = facts.findLast((each) => each.type === type);
  act(() => player.getState().seek(fact?.id ?? 0));
};

describe('a stage as tables', () => {
  it('shows the arithmetic of each score, and which node won', () => {
    render(<Stage room="kube-scheduler" station="score" width={1064} />);
    seekTo('HostSelected');
    const scored = facts.findLast((fact) => fact.type === 'NodesScored');
    const term = scored?.nodes[0]?.plugins[0];
    const sum = `${term?.raw} → ${term?.normalized} × ${term?.weight} = ${term?.weighted}`;
    expect(screen.getAllByRole('cell', { name: sum }).length).toBeGreaterThan(0);
  });

  it('shows nothing of a decision that is still to come', () => {
    render(<Stage room="kube-apiserver" station="authorize" width={1064} />);
    const sent = facts.find((fact) => fact.type === 'RequestSent' && fact.component === 'kubectl');
    act(() => player.getState().seek(sent?.id ?? 0));
    expect(screen.queryByRole('cell', { name: 'RBAC' })).toBeNull();
    act(() => player.getState().seek((sent?.id ?? 0) + 4));
    expect(screen.getByRole('cell', { name: 'RBAC' })).toBeDefined();
  });

  it('shows what was sent to the runtime and what it answered', () => {
    render(<Stage room="node-1" station="cri" width={1064} />);
    act(() => player.getState().toEnd());
    const table = screen.getByRole('table');
    expect(within(table).getByRole('button', { name: 'RunPodSandbox' })).toBeDefined();
  });

  it('is there for each fact of a room that names one', () => {
    const { log } = player.getState();
    for (const fact of facts) {
      const station = tableOf(fact);
      const room = fact.component.split('/')[0] ?? '';
      if (station !== undefined && fact.component !== 'person' && room !== 'registry') {
        expect(stationsOf(room, log), fact.type).toContain(station);
      }
    }
  });
});
