/** An object that templates of tests are printed with; Go's text/template was run on the same. */
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { configMaps } from '#k8s.io/client-go/rest/resource';
import { goTemplatePrinter } from './go-template.ts';

const object: JsonValue = {
  kind: 'List',
  apiVersion: 'v1',
  n: 3,
  big: 1000650000,
  f: 0.5,
  m: 1e21,
  mil: 1000000,
  t: true,
  nul: null,
  s: 'a"b',
  b64: 'aGk=',
  items: [
    {
      metadata: { name: 'x', labels: { app: 'web', 'a/b': 'c' } },
      spec: { replicas: 2, containers: [{ name: 'c1', image: 'nginx' }, { name: 'c2' }] },
    },
    { metadata: { name: 'y' }, spec: {} },
  ],
  empty: [],
  em: {},
};

/** What a template prints for it, or the error. */
export function printed(template: string): string {
  const printer = goTemplatePrinter(template);
  if (!printer.ok) return printer.error;
  const text = printer.value.print(object, configMaps);
  return text.ok ? text.value : text.error;
}
