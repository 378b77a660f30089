import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { player } from '#player/player';
import { HoldWords, PlayRing } from './play-ring.tsx';

afterEach(() => {
  cleanup();
  player.setState({ hold: undefined, holdLeft: 0, heldBy: [], playing: false });
});

const arc = (): number => {
  const drawn =
    document.querySelector('.ring-arc .left')?.getAttribute('stroke-dasharray') ?? '0 1';
  const [left = 0, around = 1] = drawn.split(' ').map(Number);
  return left / around;
};

function playing(change: Partial<ReturnType<typeof player.getState>>): void {
  player.setState({ depth: 'story', playing: true, hold: 8000, holdLeft: 6000, ...change });
}

describe('the ring of the play button', () => {
  it('shows how much of the hold is left, and when it goes on', () => {
    playing({});
    render(<PlayRing />);
    render(<HoldWords />);
    expect(arc()).toBeCloseTo(0.75, 2);
    expect(screen.getByText('Next in 6 s')).toBeDefined();
    act(() => player.setState({ holdLeft: 1500 }));
    expect(screen.getByText('Next in 2 s')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
  });

  it('stands still and offers to go on while something holds the words', () => {
    playing({ heldBy: ['pointer'] });
    render(<PlayRing />);
    render(<HoldWords />);
    expect(arc()).toBeCloseTo(0.75, 2);
    expect(screen.getByText('Held')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Play' }).className).toContain('still');
  });

  it('has no arc when somebody steps by hand', () => {
    playing({ playing: false, hold: undefined });
    render(<PlayRing />);
    const { container } = render(<HoldWords />);
    expect(arc()).toBe(0);
    expect(container.textContent).toBe('');
  });
});
