/** What axe says of a page: the rules of accessibility that a program can check. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface AxeScope {
  /** A part of the page, which is faster than the whole. */
  readonly part?: string;
  readonly without?: string;
  /** Of the rules, these groups alone. */
  readonly tags?: readonly string[];
  /** The rules that a theme can break, for a page whose other theme has passed all of them. */
  readonly colours?: boolean;
}

/** Axe brings its own copy of the driver's types, which the compiler takes for others. */
type AxePage = ConstructorParameters<typeof AxeBuilder>[0]['page'];

const colourRules = ['color-contrast', 'link-in-text-block'];

interface Violation {
  readonly impact: string | null | undefined;
  readonly words: string;
}

/** Each rule that is broken, with the elements that break it. */
async function violationsOf(page: Page, scope: AxeScope): Promise<readonly Violation[]> {
  // The script is half a megabyte: a document that has it keeps it.
  const isThere = await page.evaluate(() => 'axe' in window);
  const script = isThere ? { axeSource: ';' } : {};
  // In its other mode axe opens a second page to put the results of frames together; no page here
  // has a frame that is looked into.
  const axe = new AxeBuilder({ page: page as unknown as AxePage, ...script }).setLegacyMode();
  const { part, without, tags, colours = false } = scope;
  axe.options({
    resultTypes: ['violations'],
    ...(tags === undefined ? {} : { runOnly: { type: 'tag', values: [...tags] } }),
    ...(colours ? { runOnly: { type: 'rule', values: colourRules } } : {}),
  });
  if (part !== undefined) axe.include(part);
  if (without !== undefined) axe.exclude(without);
  // A colour that is on its way to another is none that anybody reads.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
  const { violations } = await axe.analyze();
  return violations.map(({ id, impact, nodes }) => ({
    impact,
    words: `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  }));
}

/** Nothing is broken that axe knows of. */
export async function expectNoViolation(page: Page, scope: AxeScope = {}): Promise<void> {
  expect((await violationsOf(page, scope)).map(({ words }) => words)).toEqual([]);
}

/** Nothing is broken that would keep somebody out. */
export async function expectNothingSerious(page: Page, scope: AxeScope = {}): Promise<void> {
  const serious = (await violationsOf(page, scope)).filter(
    ({ impact }) => impact === 'serious' || impact === 'critical',
  );
  expect(serious.map(({ words }) => words)).toEqual([]);
}
