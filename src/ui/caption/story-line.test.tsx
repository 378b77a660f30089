import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { useDiagram } from '#diagram/diagram-store';
import type { Telling } from '#facts/telling';
import { player } from '#player/player';
import StoryLine from './story-line.tsx';

/** A line that is no id of a catalogue is shown as it is written. */
const telling: Telling = {
  line: { id: '[[api|The API server]] sends the news to [[informer|its informer]].', params: {} },
  anchors: { api: 'kube-apiserver', informer: 'replicaset-controller/informer' },
  cast: ['kube-apiserver'],
  changed: [],
  why: undefined,
  whatIf: undefined,
  terms: [],
};

afterEach(() => {
  cleanup();
  player.setState({ playing: false, hold: undefined, holdLeft: 0 });
});

describe('the sentence of a beat', () => {
  it('lights all that it names at rest, and nothing once it is gone', () => {
    const { unmount } = render(<StoryLine telling={telling} />);
    expect(useDiagram.getState().lit).toEqual(['kube-apiserver', 'replicaset-controller/informer']);
    unmount();
    expect(useDiagram.getState().lit).toEqual([]);
  });

  it('lights one thing after the other while it plays', () => {
    player.setState({ playing: true, hold: 8000, holdLeft: 8000 });
    render(<StoryLine telling={telling} />);
    expect(useDiagram.getState().lit).toEqual(['kube-apiserver']);
    act(() => player.setState({ holdLeft: 1000 }));
    expect(useDiagram.getState().lit).toEqual(['replicaset-controller/informer']);
    expect(screen.getByRole('button', { name: 'its informer' }).className).toContain('now');
  });

  it('shows each thing as the picture does: a room’s sign, a ticket’s edge, a message filled', () => {
    const id = '[[api|The API server]] stores [[object|the Pod]], and [[event|ADDED]] goes out.';
    const anchors = {
      api: 'kube-apiserver',
      object: 'etcd/pods/default/web',
      event: 'watch/event',
    };
    render(<StoryLine telling={{ ...telling, line: { id, params: {} }, anchors }} />);
    const looks = ['The API server', 'the Pod', 'ADDED'].map((name) => {
      const word = screen.getByRole('button', { name });
      return [word.className, word.querySelector('.glyph') !== null];
    });
    expect(looks).toEqual([
      ['anchor a-room at-rest', true],
      ['anchor a-object at-rest', false],
      ['anchor a-message at-rest', false],
    ]);
  });

  it('keeps the marks of a lesson’s author around what it names, and a link is only a link', () => {
    const marked =
      '[[kube-apiserver|The API server]] **now** sends `news` to [its informer](https://a.example).';
    const line = '[[api|The API server]] now sends news to [[informer|its informer]].';
    render(<StoryLine telling={{ ...telling, line: { id: line, params: {} } }} marked={marked} />);
    const shown = document.querySelector('.story-line');
    expect(shown?.textContent).toBe('The API server now sends news to its informer.');
    expect(shown?.querySelector('b')?.textContent).toBe('now');
    expect(shown?.querySelector('code')?.textContent).toBe('news');
    expect(screen.getByRole('link', { name: 'its informer' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'its informer' })).toBeNull();
    expect(useDiagram.getState().lit).toEqual(['kube-apiserver']);
  });

  it('points at the anchor under a mouse or Tab, and shows where the picture points', async () => {
    render(<StoryLine telling={telling} />);
    await userEvent.hover(screen.getByRole('button', { name: 'The API server' }));
    expect(useDiagram.getState().pointed).toBe('kube-apiserver');
    act(() => screen.getByRole('button', { name: 'its informer' }).focus());
    expect(useDiagram.getState().pointed).toBe('replicaset-controller/informer');
    act(() => useDiagram.setState({ pointed: 'kube-apiserver' }));
    expect(screen.getByRole('button', { name: 'The API server' }).className).toContain('pointed');
  });
});
