import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { player } from '#player/player';
import { TraceLog } from '#player/trace-log';
import { CaptionBar } from '../caption/caption-bar.tsx';
import { StoryTab } from '../inspector/story-tab.tsx';
import { Transport } from '../transport/transport.tsx';
// Fetched with the first step: it must be there before the tests have ended.
import '../inspector/decision.tsx';
import '../inspector/story-facts.tsx';

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, beats, facts } = log;
  const status = { kind: 'done', reason: 'settled', at: 0, hash: '' } as const;
  const known = { log, steps, chapters, beats, factCount: facts.length };
  player.setState({ ...known, status, goal: undefined });
  player.getState().toStart();
});
afterEach(cleanup);

const goTo = (id: RegExp): void => {
  const { steps, seekStep } = player.getState();
  act(() => seekStep(steps.findIndex((step) => id.test(step.id))));
};

describe('the page around the map', () => {
  it('names the actor in the caption by the same name as its chapter', () => {
    render(<CaptionBar />);
    goTo(/deployment-controller\/sync/);
    expect(screen.getByTestId('caption').textContent).toContain('The Deployment controller takes');
    expect(screen.getByRole('button', { name: 'The Deployment controller' })).toBeDefined();
  });

  it('names in a sibling’s write which Pod of how many it is', () => {
    render(<CaptionBar />);
    const { steps, log, seekStep } = player.getState();
    const side = steps.findIndex(({ fact, main, type }) => {
      const found = log.fact(fact);
      const isPod = found?.type === 'TxnCommitted' && found.key.startsWith('/registry/pods/');
      return type === 'TxnCommitted' && !main && isPod;
    });
    act(() => seekStep(side));
    expect(screen.getByTestId('caption').textContent).toMatch(/^Meanwhile, Pod 2 of \d: etcd/);
  });

  it('shows in the story the contents of a request and of a write', async () => {
    const { container } = render(<StoryTab />);
    goTo(/^kubectl\/send\/deployments/);
    const row = (label: string): string | undefined =>
      [...container.querySelectorAll('dt')].find(({ textContent }) => textContent === label)
        ?.nextElementSibling?.textContent ?? undefined;
    await screen.findByText('Method');
    expect(row('Method')).toBe('POST');
    expect(row('URL')).toContain('/apis/apps/v1/namespaces/default/deployments');
    goTo(/^etcd\/commit\/pods.*~2$/);
    expect(row('Changed')).toContain('spec.nodeName');
    expect(screen.getByText(/^This etcd has a single member/)).toBeDefined();
  });

  it('steps with its buttons, and reports when there is no step left', async () => {
    player.getState().setDepth('story');
    render(<Transport />);
    const bar = within(screen.getByRole('toolbar', { name: 'Playback' }));
    const next = bar.getByRole('button', { name: 'Next' });
    const back = bar.getByRole('button', { name: 'Back' });
    expect(back.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(next);
    const [{ fact } = { fact: -1 }] = player.getState().beats;
    expect(player.getState().toward).toBe(fact);
    await userEvent.click(next);
    expect(player.getState().cursor).toBe(fact);
    act(() => player.getState().toEnd());
    expect(next.getAttribute('aria-disabled')).toBe('true');
  });
});
