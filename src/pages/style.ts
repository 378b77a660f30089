/** The pages' style sheet: the interface's tokens, dark where the reader's system is, then ours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Colours } from './social-card.ts';

export function pageStyle(src: string): string {
  const tokens = readTokens(src);
  const own = readFileSync(join(src, 'pages/page.css'), 'utf8');
  // Printed on white, whatever the screen is.
  const dark = `@media screen and (prefers-color-scheme: dark) {\n:root {${themeOf(tokens, 'dark')}}\n}\n`;
  return `${tokens}\n${dark}${own}`;
}

/** The colours of a theme by the names of their tokens; throws for a token that is none. */
export function coloursOf(src: string, theme: string): Colours {
  const block = themeOf(readTokens(src), theme);
  return (token) => {
    const value = new RegExp(`--${token}: #([0-9a-f]{6})\\b`).exec(block)?.[1];
    if (value === undefined) throw new Error(`There is no colour --${token}.`);
    const part = (at: number): number => Number.parseInt(value.slice(at, at + 2), 16);
    return [part(0), part(2), part(4)];
  };
}

const readTokens = (src: string): string => readFileSync(join(src, 'ui/theme/tokens.css'), 'utf8');

function themeOf(tokens: string, theme: string): string {
  const found = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1];
  if (found === undefined) throw new Error(`There is no theme "${theme}".`);
  return found;
}
