/**
 * Random expressions, and what cel-go with the libraries of Kubernetes makes of them:
 * scripts/generate/go-tables.mjs.
 *
 * cel-go refuses some when it compiles them that are refused here when they are evaluated.
 */
import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { environments } from './environment.ts';
import table from './fixtures/go-expressions.json' with { type: 'json' };
import { compile } from './program.ts';
import { fromCel, toCel } from './values.ts';

/** The object of the table. */
const object = toCel({
  metadata: { name: 'web', labels: { 'a/b': 'c', app: 'x' } },
  spec: { replicas: 5, cpu: '1500m', ports: [80, 443], image: 'nginx:1.27', ratio: 0.5 },
  status: {
    ready: true,
    nothing: null,
    list: [{ a: 1, n: 'p' }, { a: 2, n: 'q' }, { n: 'r' }],
  },
});
const environment = environments(lateRegexp(() => regexpLibrary))({ object: 'dyn' });

type Answer = { readonly value?: unknown; readonly error?: string };
const rows = table as unknown as readonly (readonly [string, Answer])[];

function evaluated(expression: string): Answer {
  const program = compile(environment, expression, []);
  if (!program.ok) return { error: program.error };
  const result = program.value.evaluate({ object });
  const json = result.ok ? fromCel(result.value) : result;
  return json.ok ? { value: json.value } : { error: json.error };
}

const answers = rows.map(([expression, go]) => ({ expression, go, ours: evaluated(expression) }));

describe('an expression', () => {
  it('has its value as in Go, or none', () => {
    const differing = answers.filter(
      ({ go, ours }) => JSON.stringify(go.value) !== JSON.stringify(ours.value),
    );
    expect(differing).toEqual([]);
  });

  it('that is refused for one reason has mostly the words of Go, and always some', () => {
    const refused = answers.filter(({ go }) => (go.error?.match(/ERROR|$/g) ?? []).length <= 2);
    const errors = refused.filter(({ go }) => go.error !== undefined);
    const same = errors.filter(({ go, ours }) => go.error === ours.error);
    expect(errors.filter(({ ours }) => !ours.error)).toEqual([]);
    expect({ same: same.length, of: errors.length }).toMatchInlineSnapshot(`
      {
        "of": 569,
        "same": 318,
      }
    `);
  });
});
