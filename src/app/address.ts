/**
 * The page's address: which run it asks for, and how the page looks. `?scenario=` and `?seed=` are
 * kept up to date; `?lang=` and `?theme=` are only read.
 */
import type { Recording } from '#worker/protocol';

export interface Address {
  readonly scenario: string;
  /** `undefined` when the text is no whole number of 32 bits. */
  readonly seed: number | undefined;
  readonly seedText: string;
  readonly lang: string | undefined;
  readonly theme: string | undefined;
}

const firstScenario = 'create-deployment';
const firstSeed = '1';

/** Reads the part of an address after the question mark. */
export function readAddress(search: string): Address {
  const query = new URLSearchParams(search);
  const seedText = query.get('seed') ?? firstSeed;
  const seed = /^\d{1,10}$/.test(seedText) ? Number(seedText) : Number.NaN;
  return {
    scenario: query.get('scenario') ?? firstScenario,
    seed: seed <= 0xffff_ffff ? seed : undefined,
    seedText,
    lang: query.get('lang') ?? undefined,
    theme: query.get('theme') ?? undefined,
  };
}

/** The address of a recording's run: the same page, other parameters kept. */
export function addressOf(href: string, { scenario, seed }: Recording): string {
  const url = new URL(href);
  url.searchParams.set('scenario', scenario);
  url.searchParams.set('seed', String(seed));
  return url.href;
}
