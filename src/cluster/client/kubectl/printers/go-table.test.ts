/** Random JSONPath templates, and what client-go prints: scripts/generate/go-tables.mjs. */
import { describe, expect, it } from 'vitest';
import { pods } from '#k8s.io/client-go/rest/resource';
import table from './fixtures/go-json-paths.json' with { type: 'json' };
import { jsonPathPrinter } from './json-path.ts';

/** The object of the table. */
const object = {
  metadata: { name: 'web', labels: { 'a/b': 'c', app: 'x' } },
  spec: { replicas: 5, cpu: '1500m', ports: [80, 443], image: 'nginx:1.27', ratio: 0.5 },
  status: {
    ready: true,
    nothing: null,
    list: [{ a: 1, n: 'p' }, { a: 2, n: 'q' }, { n: 'r' }],
  },
};

type Answer = { readonly value?: string; readonly error?: string };

/** kubectl puts the error of the template between its own words. */
function printed(template: string): Answer {
  const printer = jsonPathPrinter(template);
  if (!printer.ok)
    return { error: printer.error.replace(`error parsing jsonpath ${template}, `, '') };
  const text = printer.value.print(object, pods);
  if (text.ok) return { value: text.value };
  const inner = /Error executing template: ([\s\S]*?)\. Printing more/.exec(text.error);
  return { error: inner?.[1] ?? text.error };
}

describe('a JSONPath template', () => {
  it('prints as in Go, or fails in the same words', () => {
    const rows = table as unknown as readonly (readonly [string, Answer])[];
    const differing = rows.flatMap(([template, go]) => {
      const ours = printed(template);
      return JSON.stringify(ours) === JSON.stringify(go) ? [] : [{ template, go, ours }];
    });
    expect(differing).toEqual([]);
  });
});
