/**
 * The first page: one question, the command in a prompt, and the cluster beside it, which stands
 * still. What else there is to see follows below, and the walk begins in its place.
 *
 * Drawn by hand and with few words, so that it stands before anything else is fetched. In: who
 * fetches the rest. Out: the line that a person runs.
 */
import type { Locale } from '#i18n/preferred-locale';
import { scenarios } from '#scenarios/index';
import { changeSettings } from '../settings/settings-store.ts';
import { html, markSign } from './elements.ts';
import { flyToMap } from './fly.ts';
import { drawLines, drawRooms } from './front-map.ts';
import { loadWords, type Translate } from './front-words.ts';
import { forget, lookControls } from './look-controls.ts';
import { drawPrompt } from './prompt.ts';
import walk from './walk.json' with { type: 'json' };

/** The page of the walk, before it is shown. */
export interface WaitingWalk {
  /** Resolves when the cluster is there, or cannot be; reports its start in percent. */
  ready(onProgress: (percent: number) => void): Promise<void>;
  /** Says which line stands at the prompt, so that the simulator may be ahead of Enter. */
  expect(line: string): void;
  /** Shows the page where a command is typed; resolves when its map is drawn. */
  begin(line: string): Promise<void>;
  /** Goes on to the first beat, or plays from there. */
  goOn(line: string, play: boolean): Promise<void>;
  speak(locale: Locale): void;
}

/** What is fetched while one reads. */
export interface Rest {
  walk(locale: Locale): Promise<WaitingWalk>;
  /** Draws what else there is to see, in an element of the door. */
  more(place: HTMLElement, locale: Locale): Promise<{ speak(locale: Locale): void; close(): void }>;
}

const { suggestion, nodes } = scenarios['create-deployment'];

export async function openFrontDoor(before: HTMLElement, lang: Locale, rest: Rest): Promise<void> {
  const words = await loadWords(lang);
  new FrontDoor(before, words, rest).open();
}

type Words = Awaited<ReturnType<typeof loadWords>>;

class FrontDoor {
  readonly #door = html('div', { class: 'front' });
  readonly #root: HTMLElement;
  readonly #rest: Rest;
  readonly #prompt = drawPrompt(
    suggestion,
    (line) => void this.#run(line, false),
    () => this.#announce(),
  );
  readonly #bar = html('header', { class: 'front-bar' });
  readonly #stage = html('section', { class: 'front-stage' });
  readonly #status = html('p', { class: 'front-status', role: 'status' });
  readonly #more = html('div', { class: 'front-more', id: 'more' });
  #words: Words;
  #walk: Promise<WaitingWalk> | undefined;
  #below: Awaited<ReturnType<Rest['more']>> | undefined;
  #leaving = false;

  constructor(root: HTMLElement, words: Words, rest: Rest) {
    this.#root = root;
    this.#words = words;
    this.#rest = rest;
  }

  open(): void {
    const main = html('main', {}, this.#stage, this.#more);
    this.#door.append(this.#bar, main);
    this.#draw();
    this.#root.replaceChildren();
    this.#root.before(this.#door);
    const lines = (): void => drawLines(this.#stage, this.#prompt.form);
    new ResizeObserver(lines).observe(this.#stage);
    new ResizeObserver(lines).observe(this.#prompt.form);
    document.addEventListener('keydown', this.#onKey);
    document.documentElement.dataset['front'] = 'open';
    // What one reads first is drawn before the rest is asked for.
    requestAnimationFrame(() => setTimeout(() => this.#fetchRest()));
  }

  #draw(): void {
    const { t, locale } = this.#words;
    document.documentElement.lang = locale;
    document.title = `${t('front.question')} · ${t('app.name')}`;
    this.#bar.replaceChildren(
      html('span', { class: 'brand' }, markSign(), t('app.name')),
      html('span', { class: 'front-version' }, t('app.browser')),
      html('span', { class: 'grow' }),
      ...lookControls({ locale, t, speak: (next) => void this.#speak(next) }),
    );
    this.#prompt.relabel(t);
    this.#stage.replaceChildren(
      html(
        'div',
        { class: 'front-words' },
        html('h1', {}, t('front.question')),
        html('p', { class: 'lead long' }, t('front.lead')),
        html('p', { class: 'lead short' }, t('front.lead.short')),
      ),
      html('div', { class: 'front-act' }, this.#prompt.form, this.#keys(t), this.#status),
      drawRooms(nodes, t),
    );
    if (this.#door.isConnected) drawLines(this.#stage, this.#prompt.form);
  }

  #keys(t: Translate): HTMLElement {
    const kbd = (key: string): HTMLElement => html('kbd', {}, key);
    const minutes = Math.max(1, Math.round(walk.seconds[this.#words.locale] / 60));
    return html(
      'p',
      { class: 'front-keys' },
      html('span', { class: 'front-key' }, kbd('→'), kbd('←'), ` ${t('front.step')}`),
      html('span', { class: 'front-key' }, kbd('Space'), ` ${t('front.plays')}`),
      html('span', { class: 'qq' }, t('front.length', { n: walk.beats, minutes })),
    );
  }

  async #speak(lang: Locale): Promise<void> {
    const words = await loadWords(lang);
    if (words.locale !== lang) return;
    this.#words = words;
    forget('lang');
    changeSettings({ lang });
    this.#draw();
    this.#bar.querySelector('select')?.focus();
    this.#below?.speak(lang);
    this.#walk?.then((page) => page.speak(lang)).catch(() => undefined);
  }

  #fetchRest(): void {
    this.#rest.more(this.#more, this.#words.locale).then(
      (below) => {
        this.#below = below;
        if (new URLSearchParams(location.search).has('view') || location.hash === '#more') {
          this.#more.scrollIntoView();
        }
      },
      () => undefined,
    );
    this.#announce();
  }

  #announce(): void {
    this.#fetchWalk()
      .then((page) => page.expect(this.#prompt.line()))
      .catch(() => undefined);
  }

  /** Asks for the walk; again after it could not be had. */
  #fetchWalk(): Promise<WaitingWalk> {
    this.#walk ??= this.#rest.walk(this.#words.locale).catch((error: unknown) => {
      this.#walk = undefined;
      throw error;
    });
    return this.#walk;
  }

  /** Begins the walk, as soon as it is there. */
  async #run(line: string, play: boolean): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    const { t } = this.#words;
    this.#door.classList.add('waiting');
    try {
      // No message for what is there at once.
      const timer = setTimeout(() => this.#showStatus(t('front.coming')), 150);
      const page = await this.#fetchWalk().finally(() => clearTimeout(timer));
      await page.ready((percent) => this.#showStatus(t('front.waiting', { percent })));
      this.#showStatus('');
      document.removeEventListener('keydown', this.#onKey);
      await flyToMap(this.#door, () => page.begin(line));
      this.#below?.close();
      this.#door.remove();
      delete document.documentElement.dataset['front'];
      await page.goOn(line, play);
    } catch {
      this.#leaving = false;
      this.#door.classList.remove('waiting');
      this.#showStatus(t('front.failed'));
    }
  }

  #showStatus(words: string): void {
    this.#status.textContent = words;
  }

  /** The keys that the page promises, for somebody who has not gone anywhere yet. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest('a, button, input, select, textarea')) return;
    const play = key === ' ';
    if (!play && key !== 'Enter' && key !== 'ArrowRight') return;
    event.preventDefault();
    void this.#run(this.#prompt.line(), play);
  };
}
