/**
 * The page's address: which run it asks for, and how the page looks. `?scenario=`, `?seed=` and
 * `?step=` are kept up to date; `?lang=`, `?theme=`, `?motion=` and `?bp=` are only read. What a
 * person typed is behind the `#`, see `shared-inputs.ts`.
 */
import type { Recording } from '#worker/protocol';

export interface Address {
  readonly scenario: string;
  /** `undefined` when the text is no whole number of 32 bits. */
  readonly seed: number | undefined;
  readonly seedText: string;
  /** The id of the step to begin at. */
  readonly step: string | undefined;
  /** The id of a guided tour, and of one of its chapters to begin at. */
  readonly tour: string | undefined;
  readonly chapter: string | undefined;
  /** `0`: a tour asks nothing. */
  readonly quiz: string | undefined;
  readonly lang: string | undefined;
  readonly theme: string | undefined;
  readonly motion: string | undefined;
  /** Breakpoints, as a comma list. */
  readonly bp: string | undefined;
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
    step: query.get('step') ?? undefined,
    tour: query.get('tour') ?? undefined,
    chapter: query.get('chapter') ?? undefined,
    quiz: query.get('quiz') ?? undefined,
    lang: query.get('lang') ?? undefined,
    theme: query.get('theme') ?? undefined,
    motion: query.get('motion') ?? undefined,
    bp: query.get('bp') ?? undefined,
  };
}

/** What of a run the address names beside its scenario and seed. */
export interface Place {
  /** `undefined`: before the first step. */
  readonly step: string | undefined;
  /** The inputs as `shared-inputs.ts` writes them; empty: none. */
  readonly hash: string;
  /** The tour that it is told in, if any. */
  readonly tour?: string | undefined;
}

/** The address of a place in a recording's run: the same page, other parameters kept. */
export function addressOf(href: string, { scenario, seed }: Recording, place: Place): string {
  const url = new URL(href);
  url.searchParams.set('scenario', scenario);
  url.searchParams.set('seed', String(seed));
  if (place.step === undefined) url.searchParams.delete('step');
  else url.searchParams.set('step', place.step);
  if (place.tour === undefined) url.searchParams.delete('tour');
  else url.searchParams.set('tour', place.tour);
  url.searchParams.delete('chapter');
  url.hash = place.hash;
  // Slashes and tildes of a step id may stand in a query as they are.
  url.search = url.search.replace(/%2F/g, '/').replace(/%7E/g, '~');
  return url.href;
}
