import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { player } from '#player/player';
import { emptyScene } from '#player/scene';
import { Moving, Presence } from './moving.tsx';

const before = emptyScene;
const stepTo = (cursor: number): void =>
  player.setState({ from: before, scene: { ...before, cursor }, reducedMotion: false });
const cutTo = (cursor: number): void => {
  const scene = { ...before, cursor };
  player.setState({ from: scene, scene, reducedMotion: false });
};

const Row = ({ name }: { readonly name: string }) => (
  <Moving as="div" how="arrives" className="row">
    {name}
  </Moving>
);
const Rows = ({ names }: { readonly names: readonly string[] }) => (
  <Presence>
    {names.map((name) => (
      <Row key={name} name={name} />
    ))}
  </Presence>
);
const shown = (): readonly string[] =>
  screen.getAllByText(/./).map(({ textContent }) => textContent);

const moved = vi.fn<(this: Element, frames: Keyframe[]) => void>();
/** The frames that each animation was made of, by the words of its element. */
const movements = (): readonly unknown[] =>
  moved.mock.contexts.map((element, call) => [element.textContent, moved.mock.calls[call]?.[0]]);

const kept = Object.getOwnPropertyDescriptor(Element.prototype, 'animate');
beforeEach(() => {
  vi.useFakeTimers();
  moved.mockClear();
  Object.defineProperty(Element.prototype, 'animate', { configurable: true, value: moved });
});
afterEach(() => {
  vi.useRealTimers();
  if (kept !== undefined) Object.defineProperty(Element.prototype, 'animate', kept);
});

describe('what a forward step brings', () => {
  it('rises into its place, and what a cut brings stands there at once', () => {
    stepTo(1);
    const { rerender } = render(<Rows names={['a']} />);
    const rising = [{ opacity: 0, transform: 'translateY(4px)' }, {}];
    expect(movements()).toEqual([['a', rising]]);
    cutTo(2);
    rerender(<Rows names={['a', 'b']} />);
    expect(moved).toHaveBeenCalledOnce();
  });

  it('does not move for a reader who wants little motion', () => {
    stepTo(1);
    player.setState({ reducedMotion: true });
    render(<Rows names={['a']} />);
    expect(moved).not.toHaveBeenCalled();
  });
});

describe('what a forward step removes', () => {
  it('fades where it stood, then it is gone', () => {
    cutTo(1);
    const { rerender } = render(<Rows names={['a', 'b', 'c']} />);
    act(() => stepTo(2));
    rerender(<Rows names={['a', 'c']} />);
    expect(shown()).toEqual(['a', 'b', 'c']);
    expect(movements()).toEqual([['b', [{}, { opacity: 0 }]]]);
    act(() => vi.advanceTimersByTime(200));
    expect(shown()).toEqual(['a', 'c']);
  });

  it('stands once when it comes back before it has faded', () => {
    cutTo(1);
    const { rerender } = render(<Rows names={['a', 'b']} />);
    act(() => stepTo(2));
    rerender(<Rows names={['b']} />);
    rerender(<Rows names={['a', 'b']} />);
    expect(shown()).toEqual(['a', 'b']);
    act(() => vi.advanceTimersByTime(200));
    expect(shown()).toEqual(['a', 'b']);
  });

  it('is gone at once after a cut', () => {
    cutTo(1);
    const { rerender } = render(<Rows names={['a', 'b']} />);
    act(() => cutTo(2));
    rerender(<Rows names={['b']} />);
    expect(shown()).toEqual(['b']);
  });
});
