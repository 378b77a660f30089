/**
 * The page in a frame of another page, before and after the click: a still picture with one button,
 * then the interface in its place. All that is fetched before the click is in this folder.
 *
 * In: the address, and commands of the page around it. Out: events to that page.
 */
import '#ui/theme/tokens.css';
import './facade.css';
import type { Locale } from '#i18n/preferred-locale';
import { fullPage } from './full-page.ts';
import { shape } from './height.ts';
import { connectHost, type HostLink } from './host-link.ts';
import { type Look, paint } from './look.ts';
import { type Turns, takeTurns } from './neighbours.ts';
import { type Address, readAddress } from './parameters.ts';
import { drawPoster } from './poster.ts';
import type { Command, FrameEvent, FrameState, Phase } from './protocol.ts';
import { english, type FrameWords, wordsOf } from './words.ts';

/** What the interface is given when it starts. */
export interface FrameContext {
  readonly root: HTMLElement;
  readonly address: Address;
  readonly look: Look;
  /** The title of the scenario or tour. */
  readonly title: string;
  /** Whether a person started it; then it takes the focus. */
  readonly clicked: boolean;
  emit(event: FrameEvent): void;
  /** The run goes on, or has to: the frame is awake again. */
  wake(): void;
}

/** The interface in the frame, once it is there. */
export interface FrameApp {
  handle(command: Command): unknown;
  state(): FrameState;
  setLocale(locale: Locale): void;
  setTitle(title: string): void;
  /** Ends the worker; the picture on the screen stays. */
  sleep(): void;
  /** Starts a worker again if the run has not come to its end. */
  wake(): void;
}

export type LoadApp = () => Promise<{ startApp(context: FrameContext): Promise<FrameApp> }>;

/** Commands that need the interface, and start it. */
const needRun = new Set<Command['type']>(['play', 'pause', 'step', 'seek', 'run']);

export function openFrame(root: HTMLElement, load: LoadApp): void {
  new Frame(root, load).open();
}

class Frame {
  readonly #root: HTMLElement;
  readonly #load: LoadApp;
  readonly #address = readAddress(location.search);
  readonly #look: Look;
  readonly #link: HostLink;
  readonly #turns: Turns;
  #words: FrameWords = english;
  #app: FrameApp | undefined;
  #starting: Promise<FrameApp> | undefined;

  constructor(root: HTMLElement, load: LoadApp) {
    this.#root = root;
    this.#load = load;
    this.#look = paint(this.#address.theme, this.#address.lang, {
      locale: (locale) => {
        this.#speak(locale);
        this.#emitState();
      },
      theme: () => this.#emitState(),
    });
    this.#link = connectHost((command) => this.#do(command));
    this.#turns = takeTurns(() => this.#rest());
  }

  get #phase(): Phase {
    return (document.documentElement.dataset['phase'] ?? 'poster') as Phase;
  }

  set #phase(phase: Phase) {
    document.documentElement.dataset['phase'] = phase;
  }

  open(): void {
    this.#phase = 'poster';
    this.#draw();
    this.#speak(this.#look.locale());
    this.#link.emit({ type: 'ready', phase: this.#phase, loaded: true });
    this.#measure();
    // A person who comes back to a frame at rest needs its worker.
    for (const type of ['pointerdown', 'keydown', 'focusin'] as const) {
      document.addEventListener(type, () => this.#wake(), { passive: true });
    }
  }

  #speak(locale: Locale): void {
    this.#app?.setLocale(locale);
    wordsOf(locale).then(
      (words) => {
        this.#words = words;
        document.documentElement.lang = locale;
        document.title = `Podyssey: ${this.#title()}`;
        if (this.#app === undefined) this.#draw();
        else this.#app.setTitle(this.#title());
      },
      () => undefined,
    );
  }

  /** The picture, the button, and the way to the full page. */
  #draw(): void {
    if (this.#app !== undefined) return;
    const { step } = this.#address;
    const { start, starting, failed, again, open, at } = this.#words;
    const title = this.#title();
    const busy = this.#phase === 'starting';
    const broken = this.#phase === 'failed';
    const line = busy ? starting : broken ? failed : step === undefined ? start : at;
    document.title = `Podyssey: ${title}`;
    const button = make('button', { class: 'start', type: 'button', 'aria-disabled': `${busy}` });
    button.append(
      make('span', { class: 'sign', 'aria-hidden': 'true' }),
      make('b', {}, broken ? again : title),
      make('small', {}, line.replace('{step}', step ?? '')),
    );
    button.addEventListener('click', () => void this.#start(true).catch(() => undefined));
    const link = make(
      'a',
      { href: fullPage(location.href), target: '_blank', rel: 'noopener' },
      open,
    );
    const status = make('output', { class: 'said' }, busy ? starting : broken ? failed : '');
    const kept = this.#root.querySelector('.poster') ?? drawPoster();
    const focused = this.#root.contains(document.activeElement);
    this.#root.replaceChildren(kept, button, link, status);
    this.#root.className = 'facade';
    this.#root.setAttribute('role', 'main');
    if (focused) button.focus({ preventScroll: true });
  }

  #title(): string {
    const { scenario, tour, lesson } = this.#address;
    const { titles, start } = this.#words;
    // A lesson's own title is in the lesson, which comes with the interface.
    if (lesson !== undefined || location.hash.startsWith('#l=')) return start;
    return (Object.hasOwn(titles, tour ?? scenario) && titles[tour ?? scenario]) || start;
  }

  /** Fetches the interface and starts it; only once, however often it is called. */
  #start(clicked: boolean): Promise<FrameApp> {
    this.#starting ??= this.#begin(clicked);
    return this.#starting;
  }

  async #begin(clicked: boolean): Promise<FrameApp> {
    this.#show('starting');
    try {
      const { startApp } = await this.#load();
      this.#turns.begin();
      this.#app = await startApp({
        root: this.#root,
        address: this.#address,
        look: this.#look,
        title: this.#title(),
        clicked,
        emit: (event) => this.#emit(event),
        wake: () => this.#wake(),
      });
    } catch (error) {
      this.#starting = undefined;
      this.#show('failed');
      const message = error instanceof Error ? error.message : String(error);
      this.#link.emit({ type: 'error', message });
      throw error;
    }
    this.#phase = 'running';
    this.#link.emit({ type: 'ready', phase: 'running', loaded: false });
    this.#emitState();
    return this.#app;
  }

  #show(phase: Phase): void {
    this.#phase = phase;
    this.#draw();
    this.#emitState();
  }

  #emit(event: FrameEvent): void {
    if (event.type === 'state') this.#link.emit({ ...event, phase: this.#phase });
    else this.#link.emit(event);
  }

  async #do(command: Command): Promise<unknown> {
    if (command.type === 'setTheme') return this.#look.setTheme(command.theme);
    if (command.type === 'setLang') return this.#look.setLocale(command.lang);
    if (command.type === 'hello') {
      this.#link.emit({ type: 'ready', phase: this.#phase, loaded: false });
      this.#measure();
    }
    if (!needRun.has(command.type)) return this.#state();
    const app = await this.#start(false);
    this.#wake();
    return app.handle(command);
  }

  #emitState(): void {
    this.#link.emit({ type: 'state', ...this.#state() });
  }

  #state(): FrameState {
    const { scenario, speed } = this.#address;
    const { theme, locale } = this.#look;
    const before: FrameState = {
      ...{ phase: this.#phase, playing: false, speed: speed ?? 1, scenario, t: 0 },
      ...{ step: undefined, index: -1, count: 0 },
      ...{ theme: theme(), lang: locale(), link: fullPage(location.href) },
    };
    return { ...before, ...this.#app?.state(), phase: this.#phase };
  }

  #rest(): void {
    if (this.#phase !== 'running') return;
    this.#phase = 'asleep';
    this.#app?.sleep();
    this.#turns.end();
    this.#emitState();
  }

  #wake(): void {
    if (this.#phase !== 'asleep') return;
    this.#phase = 'running';
    this.#turns.begin();
    this.#app?.wake();
    this.#emitState();
  }

  /** Before the click the frame has the shape of its picture; after it the interface decides. */
  #measure(): void {
    if (this.#app !== undefined) return;
    this.#link.emit({ type: 'height', height: Math.round(innerWidth * shape) });
  }
}

function make(name: string, attributes: Readonly<Record<string, string>>, text = ''): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}
