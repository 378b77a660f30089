/** The page about lessons lists every key, as the published schema has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import schema from '../src/scenarios/lessons/lesson.schema.json' with { type: 'json' };
import { withReference } from './generate/lesson-reference.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/lesson.md'), 'utf8');

describe('the page about lessons', () => {
  it('is what the schema says', () => {
    // If not: npx tsx scripts/generate/lesson-reference.ts
    expect(page).toBe(withReference(page));
  });

  it('describes every key, and what may stand in its place', () => {
    const silent: string[] = [];
    const visit = (name: string, node: object): void => {
      const { properties = {} } = node as { readonly properties?: object };
      for (const [key, each] of Object.entries(properties)) {
        const described = 'description' in each || '$ref' in each;
        if (!described) silent.push(`${name}.${key}`);
        if (!page.includes(`| \`${key}\``)) {
          // Languages stand in the value of a text.
          if (!page.includes(`\`${key}\``)) silent.push(`${name}.${key} is not on the page`);
        }
        visit(`${name}.${key}`, each);
      }
    };
    visit('lesson', schema);
    for (const [name, each] of Object.entries(schema.$defs)) visit(name, each);
    expect(silent).toEqual([]);
  });
});
