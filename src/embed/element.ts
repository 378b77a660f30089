/**
 * `<podyssey-walkthrough scenario="…" step="…">`: a walkthrough in a frame that is as high as it
 * needs and looks like the page around it. Its attributes are the parameters of an address; readers
 * without the script see the link inside of it.
 */
import { type EventOf, WalkthroughClient } from './client.ts';
import { hostLang, hostTheme } from './host-look.ts';
import { parameterNames } from './parameter-names.ts';
import { type FrameState, readNeighbour, type SeekTarget } from './protocol.ts';

const here = import.meta.url;
const styles =
  ':host{display:block;position:relative}slot{position:absolute;inset:0;display:grid;' +
  'place-content:center}iframe{position:relative;display:block;width:100%;aspect-ratio:16/10;' +
  'min-height:320px;border:0}';
const events = ['ready', 'step', 'state', 'answered', 'completed', 'error'] as const;

/**
 * Frames in shadows, which other frames cannot find: messages of neighbours are passed on to them.
 */
const frames = new Set<HTMLIFrameElement>();
const passOn = ({ source, data }: MessageEvent): void => {
  if (readNeighbour(data) === undefined) return;
  for (const { contentWindow } of frames) {
    if (contentWindow !== source) contentWindow?.postMessage(data, '*');
  }
};

/**
 * Attributes that are properties too; `step` and `focus` are methods, and every element has `lang`.
 */
type Reflected =
  | Exclude<(typeof parameterNames)[number], 'step' | 'focus' | 'lang'>
  | 's'
  | 'l'
  | 'base';
type Attributes = Record<Reflected, string | null>;

/** Its attributes, for those who write it in JSX or a template. */
export type WalkthroughAttributes = {
  readonly [Name in (typeof parameterNames)[number] | 's' | 'l' | 'base']?: string | number;
};

/** Its events by their names, with what each tells in `detail`. */
export type WalkthroughEvents = {
  readonly [Type in (typeof events)[number]]: CustomEvent<EventOf<Type>>;
};

/** A site may be rendered where there are no elements; the module can be imported there too. */
const Base = (globalThis.HTMLElement ?? Object) as unknown as new () => HTMLElement & Attributes;

declare global {
  interface HTMLElementTagNameMap {
    'podyssey-walkthrough': PodysseyWalkthrough;
  }
}

export class PodysseyWalkthrough extends Base {
  static readonly observedAttributes = [...parameterNames, 's', 'l', 'base'];

  /** The newest state that the frame reported. */
  state: FrameState | undefined;
  #client: WalkthroughClient | undefined;
  #frame: HTMLIFrameElement | undefined;
  #stop = (): void => undefined;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const frame = document.createElement('iframe');
    frame.title = this.title || this.textContent?.trim() || 'Podyssey';
    frame.loading = 'lazy';
    frame.allow = 'fullscreen; clipboard-write';
    for (const right of ['scripts', 'same-origin', 'popups', 'popups-to-escape-sandbox']) {
      frame.sandbox.add(`allow-${right}`);
    }
    frame.src = this.#address();
    root.replaceChildren(document.createElement('slot'), frame);
    if (frames.size === 0) addEventListener('message', passOn);
    frames.add(frame);
    this.#frame = frame;
    const client = new WalkthroughClient(frame);
    this.#client = client;
    for (const type of events) {
      client.on(type, (detail) => {
        if (detail.type === 'state') this.state = detail;
        this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
      });
    }
    this.#stop = client.follow(this.#theme, this);
  }

  disconnectedCallback(): void {
    this.#stop();
    this.#client?.close();
    this.#client = undefined;
    if (this.#frame) frames.delete(this.#frame);
    if (frames.size === 0) removeEventListener('message', passOn);
    this.#frame?.remove();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (this.#client === undefined || before === value) return;
    if (name === 'theme') void this.setTheme(this.#theme()).catch(() => undefined);
    else if (name === 'lang') void this.setLang(hostLang(this)).catch(() => undefined);
    else if (name === 'step' && value) void this.seek(value).catch(() => undefined);
    else if (this.#frame) this.#frame.src = this.#address();
  }

  play = async (): Promise<string | undefined> => this.#there().play();
  pause = async (): Promise<string | undefined> => this.#there().pause();
  step = async (by = 1): Promise<string | undefined> => this.#there().step(by);
  seek = async (to: string | SeekTarget): Promise<string | undefined> => this.#there().seek(to);
  run = async (line: string): Promise<string | undefined> => this.#there().run(line);
  setTheme = async (theme: string): Promise<string> => this.#there().setTheme(theme);
  setLang = async (lang: string): Promise<string> => this.#there().setLang(lang);

  #there(): WalkthroughClient {
    if (this.#client) return this.#client;
    throw new Error('The walkthrough is not in a document.');
  }

  #theme = (): string => {
    const own = this.getAttribute('theme');
    return own && own !== 'auto' ? own : hostTheme();
  };

  /**
   * The frame's address, with the typed commands (`s`) or a lesson (`l`) behind the `#`: beside
   * this script, unless `base` names the place of the site.
   */
  #address(): string {
    const base = this.getAttribute('base');
    const url = new URL('embed/', base ? new URL(base, document.baseURI) : here);
    for (const name of parameterNames) {
      const value = this.getAttribute(name);
      if (value !== null) url.searchParams.set(name, value);
    }
    url.searchParams.set('theme', this.#theme());
    for (const name of ['s', 'l']) {
      const value = this.getAttribute(name);
      if (value) url.hash = `${name}=${value}`;
    }
    const lang = hostLang(this);
    if (lang) url.searchParams.set('lang', lang);
    return url.href;
  }
}

for (const name of PodysseyWalkthrough.observedAttributes) {
  if (name in Base.prototype || name === 'step') continue;
  Object.defineProperty(PodysseyWalkthrough.prototype, name, {
    get(this: HTMLElement) {
      return this.getAttribute(name);
    },
    set(this: HTMLElement, value: unknown) {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, String(value));
    },
  });
}

if (globalThis.customElements?.get('podyssey-walkthrough') === undefined) {
  globalThis.customElements?.define('podyssey-walkthrough', PodysseyWalkthrough);
}
