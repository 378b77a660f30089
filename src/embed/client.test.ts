/** Every command of a host gets an answer, or an error that says why there is none. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WalkthroughClient } from './client.ts';
import { sealed } from './protocol.ts';

interface Posted {
  readonly type: string;
  readonly id: number;
}

let frame: HTMLIFrameElement;
let posted: Posted[];
let client: WalkthroughClient;

beforeEach(() => {
  vi.useFakeTimers();
  frame = document.createElement('iframe');
  frame.src = 'https://podyssey.example/embed/';
  posted = [];
  const contentWindow = { postMessage: (message: Posted) => void posted.push(message) };
  Object.defineProperty(frame, 'contentWindow', { value: contentWindow });
  client = new WalkthroughClient(frame, { timeout: 1000 });
});

afterEach(() => {
  client.close();
  vi.useRealTimers();
});

/** What the frame posts to its host. */
function hear(message: object): void {
  const origin = 'https://podyssey.example';
  const event = new MessageEvent('message', { data: sealed(message), origin });
  Object.defineProperty(event, 'source', { value: frame.contentWindow });
  window.dispatchEvent(event);
}
const greet = (): void => hear({ type: 'reply', id: 0, value: {} });

describe('a command', () => {
  it('waits for the frame to load, then is sent once and resolves with the reply', async () => {
    const asked = client.step(2);
    expect(posted.map(({ type }) => type)).toEqual(['hello']);
    greet();
    expect(posted.at(-1)).toMatchObject({ type: 'step', by: 2, id: 1 });
    hear({ type: 'reply', id: 1, value: 'kubectl/enter' });
    expect(await asked).toBe('kubectl/enter');
  });

  it('is rejected with the words of the frame when it cannot be done', async () => {
    greet();
    const asked = client.seek('nosuch');
    hear({ type: 'reply', id: 1, error: 'There is no step "nosuch".' });
    await expect(asked).rejects.toThrow('There is no step "nosuch".');
  });

  it('is rejected when the frame does not answer in time', async () => {
    greet();
    const asked = expect(client.play()).rejects.toThrow('play: no answer in 1000 ms');
    vi.advanceTimersByTime(1000);
    await asked;
  });

  it('of a page goes before the look that is followed, until the frame loads again', () => {
    const themes = (): readonly unknown[] =>
      posted.flatMap((each) => ('theme' in each ? [each.theme] : []));
    client.follow(() => 'light');
    client.setTheme('dark').catch(() => undefined);
    hear({ type: 'ready', phase: 'poster', loaded: true });
    greet();
    hear({ type: 'ready', phase: 'running', loaded: false });
    expect(themes()).toEqual(['light', 'dark']);
    hear({ type: 'ready', phase: 'poster', loaded: true });
    greet();
    expect(themes()).toEqual(['light', 'dark', 'light']);
  });

  it('is rejected when no message can carry its argument, at once or once the frame is there', async () => {
    const post = vi.spyOn(frame.contentWindow ?? window, 'postMessage');
    post.mockImplementation((message: Posted) => {
      if (message.type !== 'hello') throw new Error('could not be cloned');
    });
    const early = expect(client.step(1)).rejects.toThrow('could not be cloned');
    greet();
    await early;
    await expect(client.step(2)).rejects.toThrow('could not be cloned');
  });

  it('is rejected when the client is closed before the answer, and after that', async () => {
    greet();
    const asked = expect(client.pause()).rejects.toThrow('The walkthrough was closed.');
    client.close();
    await asked;
    await expect(client.pause()).rejects.toThrow('The walkthrough was closed.');
    await expect(client.state()).rejects.toThrow('The walkthrough was closed.');
  });
});
