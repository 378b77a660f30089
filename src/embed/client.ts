/**
 * The host's end of the contract, for a page with a frame of its own: commands as methods that
 * return promises, and events. The element uses it too.
 */
import { followHost, hostLang, hostTheme } from './host-look.ts';
import {
  type Command,
  type FrameEvent,
  type FrameEventType,
  type FrameState,
  opened,
  type SeekTarget,
  sealed,
} from './protocol.ts';

export type EventOf<T extends FrameEventType> = Extract<FrameEvent, { readonly type: T }>;
export type Listener<T extends FrameEventType> = (event: EventOf<T>) => void;

/** The least and the greatest height in pixels that a frame may ask for. */
const [lowest, highest] = [240, 1200];

interface Pending {
  resolve(value: never): void;
  reject(error: Error): void;
}

export interface ClientOptions {
  /** Milliseconds that a command may take, from when the frame has loaded; a minute if absent. */
  readonly timeout?: number;
}

const closed = 'The walkthrough was closed.';

/** The fields of an event that a host may rely on; a message without them is no event. */
const shapes: Readonly<Record<FrameEventType, string>> = {
  ready: 'phase',
  height: 'height',
  step: 'index',
  state: 'phase',
  answered: 'question',
  completed: 'scenario',
  error: 'message',
};

/** A frame that shows a walkthrough. Commands given before it has loaded wait for it. */
export class WalkthroughClient {
  readonly #frame: HTMLIFrameElement;
  readonly #timeout: number;
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  readonly #pending = new Map<number, Pending>();
  #waiting: (() => void)[] = [];
  #greeted = false;
  /** Whether the frame that has just loaded had been here before. */
  #again = false;
  #count = 0;
  #closed = false;

  /** Listens to the frame from now on, until `close`. */
  constructor(frame: HTMLIFrameElement, { timeout = 60_000 }: ClientOptions = {}) {
    this.#frame = frame;
    this.#timeout = timeout;
    addEventListener('message', this.#hear);
    // The frame may listen already and answer this; if not, it reports `ready` when it does.
    this.#post({ type: 'hello', id: 0 }, '*');
  }

  /** Calls the listener for each event of a kind; returns the function that stops this. */
  on<T extends FrameEventType>(type: T, listener: Listener<T>): () => void {
    const own = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, own.add(listener));
    return () => own.delete(listener);
  }

  state(): Promise<FrameState> {
    return this.#ask({ type: 'state' });
  }

  play(): Promise<string | undefined> {
    return this.#ask({ type: 'play' });
  }

  pause(): Promise<string | undefined> {
    return this.#ask({ type: 'pause' });
  }

  /** Goes on by so many steps, or back if fewer than 0; resolves with the id of the step. */
  step(by = 1): Promise<string | undefined> {
    return this.#ask({ type: 'step', by });
  }

  /** Goes to a step by its id, or to another place; resolves with the id of the step reached. */
  seek(to: string | SeekTarget): Promise<string | undefined> {
    return this.#ask({ type: 'seek', to: typeof to === 'string' ? { step: to } : to });
  }

  /** Types a command into the cluster; resolves with the id of its first step. */
  run(line: string): Promise<string | undefined> {
    return this.#ask({ type: 'run', line });
  }

  /** Takes `auto`, `light`, `dark` or `contrast`; resolves with the theme that is shown. */
  setTheme(theme: string): Promise<string> {
    return this.#ask({ type: 'setTheme', theme });
  }

  /** Takes a language that the frame has, such as `zh-CN`; resolves with the one that is shown. */
  setLang(lang: string): Promise<string> {
    return this.#ask({ type: 'setLang', lang });
  }

  /**
   * Keeps the frame's look as this page's: theme, language and height. Returns the function that
   * stops this. An element that holds the frame may give its own theme and its own place in the
   * page.
   */
  follow(theme: () => string = () => hostTheme(), place: Element = this.#frame): () => void {
    const dress = (): void => {
      void this.setTheme(theme()).catch(() => undefined);
      const lang = hostLang(place);
      if (lang) void this.setLang(lang).catch(() => undefined);
    };
    const stops = [
      followHost(dress),
      // A frame that has loaded again shows the look of its address, which may be out of date. What
      // a page chose before the first time stays.
      this.on('ready', ({ loaded }) => {
        if (loaded && this.#again) dress();
      }),
      this.on('height', ({ height }) => {
        const { style } = this.#frame;
        style.height = `${Math.min(highest, Math.max(lowest, +height || 0))}px`;
      }),
    ];
    dress();
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Stops listening. Commands without an answer are rejected, and so are later ones. */
  close(): void {
    this.#closed = true;
    removeEventListener('message', this.#hear);
    this.#listeners.clear();
    this.#waiting = [];
    this.#forget();
  }

  #ask<T>(command: Command): Promise<T> {
    if (this.#closed) return Promise.reject(new Error(closed));
    return new Promise<T>((resolve, reject) => {
      const id = ++this.#count;
      this.#pending.set(id, { resolve, reject });
      const send = (): void => {
        try {
          this.#post({ ...command, id }, this.#origin());
        } catch (error) {
          // An argument that no message can carry, such as a function.
          this.#settle({ id, error: String(error) });
        }
        const late = `${command.type}: no answer in ${this.#timeout} ms`;
        setTimeout(() => this.#settle({ id, error: late }), this.#timeout);
      };
      if (this.#greeted) send();
      else this.#waiting.push(send);
    });
  }

  #hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || source === null) return;
    const expected = this.#origin();
    if (origin !== (expected === '*' ? 'null' : expected)) return;
    const message = opened(data);
    const type = message?.['type'] as FrameEventType;
    if (message?.['type'] === 'reply') this.#settle(message);
    else if (message && Object.hasOwn(shapes, type) && message[shapes[type]] !== undefined) {
      if (type === 'ready' && message['loaded'] === true) this.#greet();
      for (const listener of this.#listeners.get(type) ?? []) listener(message as never);
    }
  };

  /** The frame has loaded, or loaded again: replies to earlier commands will not come. */
  #greet(): void {
    this.#again = this.#greeted;
    this.#greeted = false;
    this.#post({ type: 'hello', id: 0 }, this.#origin());
  }

  #settle({ id, value, error }: Readonly<Record<string, unknown>>): void {
    if (id === 0) {
      this.#greeted = true;
      for (const send of this.#waiting.splice(0)) send();
    }
    const pending = this.#pending.get(id as number);
    this.#pending.delete(id as number);
    if (typeof error === 'string') pending?.reject(new Error(error));
    else pending?.resolve(value as never);
  }

  #forget(): void {
    for (const { reject } of this.#pending.values()) reject(new Error(closed));
    this.#pending.clear();
  }

  #post(message: object, to: string): void {
    this.#frame.contentWindow?.postMessage(sealed(message), to);
  }

  /** The origin to post to. A sandbox without an origin cannot be named. */
  #origin(): string {
    const { sandbox, src } = this.#frame;
    const opaque = sandbox.length > 0 && !sandbox.contains('allow-same-origin');
    return opaque ? '*' : new URL(src, document.baseURI).origin;
  }
}
