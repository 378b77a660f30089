/**
 * The parameters of an address: one list of names and one reader for the page, for the frame and
 * for the element, whose attributes have the same names.
 *
 * Anybody can write a link, so a value that is unknown or too long counts as not given.
 */
import type { parameterNames } from './parameter-names.ts';

export const themeNames = ['auto', 'light', 'dark', 'contrast'] as const;
export type ThemeName = (typeof themeNames)[number];

/** `min`: map, caption, three buttons. `std`: with the inspector and time. `full`: the page. */
export const uiSizes = ['min', 'std', 'full'] as const;
export type UiSize = (typeof uiSizes)[number];

/** The depth of the run; *Story* where an address does not give one. */
export const depthNames = ['story', 'stages', 'events'] as const;
export type DepthName = (typeof depthNames)[number];

/** The span that plays again and again, by step ids; an open end is the run's own end. */
export interface Loop {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface Address {
  readonly scenario: string;
  /** `undefined` if the text is no whole number of 32 bits. */
  readonly seed: number | undefined;
  readonly seedText: string;
  /** The id of a guided tour, and the id of the chapter to begin at. */
  readonly tour: string | undefined;
  readonly chapter: string | undefined;
  /** The path of a lesson on this site. */
  readonly lesson: string | undefined;
  /** The id of the step to begin at. */
  readonly step: string | undefined;
  /** Seconds of simulated time since the first step, to begin at; a given step goes first. */
  readonly t: number | undefined;
  readonly depth: DepthName | undefined;
  /** From 0.25 to 8. */
  readonly speed: number | undefined;
  readonly autoplay: boolean;
  readonly loop: Loop | undefined;
  readonly theme: ThemeName | undefined;
  readonly lang: string | undefined;
  /** The room that is open; `cluster`: none. */
  readonly view: string | undefined;
  /** The room that the camera shows, wherever the step is. */
  readonly focus: string | undefined;
  /** Whether the camera follows the step. */
  readonly follow: boolean | undefined;
  readonly ui: UiSize | undefined;
  /** The tab of the inspector. */
  readonly panel: string | undefined;
  /** `false`: a tour asks no questions. */
  readonly quiz: boolean;
  /** `false`: no single-key shortcuts. */
  readonly keys: boolean;
  readonly motion: 'auto' | 'off' | undefined;
  /** Breakpoints, as a comma list. */
  readonly bp: string | undefined;
  /** The version of the page that wrote the link. */
  readonly v: string | undefined;
}

const firstScenario = 'create-deployment';
const firstSeed = '1';
const longestValue = 600;
const slowest = 0.25;
const fastest = 8;

/** Reads the part of an address after the question mark. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  const text = (name: (typeof parameterNames)[number]): string | undefined => {
    const value = query.get(name) ?? '';
    return value === '' || value.length > longestValue ? undefined : value;
  };
  const flag = (name: 'autoplay' | 'follow' | 'quiz' | 'keys'): boolean | undefined =>
    ({ '0': false, '1': true })[text(name) ?? ''];
  const seedText = text('seed') ?? firstSeed;
  const seed = /^\d{1,10}$/.test(seedText) ? Number(seedText) : Number.NaN;
  return {
    scenario: text('scenario') ?? firstScenario,
    seed: seed <= 0xffff_ffff ? seed : undefined,
    seedText,
    tour: text('tour'),
    chapter: text('chapter'),
    lesson: text('lesson'),
    step: text('step'),
    t: numberOf(text('t'), 0, 86_400),
    depth: oneOf(depthNames, text('depth')),
    speed: numberOf(text('speed'), slowest, fastest),
    autoplay: flag('autoplay') ?? false,
    loop: loopOf(text('loop')),
    theme: oneOf(themeNames, text('theme')),
    lang: text('lang'),
    view: text('view'),
    focus: text('focus'),
    follow: flag('follow'),
    ui: oneOf(uiSizes, text('ui')),
    panel: text('panel'),
    quiz: flag('quiz') ?? true,
    keys: flag('keys') ?? true,
    motion: oneOf(['auto', 'off'] as const, text('motion')),
    bp: text('bp'),
    v: text('v'),
  };
}

function oneOf<T extends string>(known: readonly T[], text: string | undefined): T | undefined {
  return known.find((each) => each === text);
}

/** A decimal number, moved into its range; seconds may be written `1.5` or `1.5s`. */
function numberOf(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined || !/^\d{1,6}(\.\d{1,6})?s?$/.test(text)) return undefined;
  return Math.min(most, Math.max(least, Number.parseFloat(text)));
}

/** `a..b` by step ids; `1` is the whole run. */
function loopOf(text: string | undefined): Loop | undefined {
  if (text === '1') return { from: undefined, to: undefined };
  const [from, to, more] = text?.split('..') ?? [];
  if (to === undefined || more !== undefined) return undefined;
  return { from: from || undefined, to: to || undefined };
}
