import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { pods } from '#k8s.io/client-go/rest/resource';
import { jsonPathPrinter } from './json-path.ts';

const list: JsonValue = {
  kind: 'List',
  items: [
    {
      metadata: { name: 'a', annotations: { 'example.com/rev': '1' } },
      spec: { containers: [{ name: 'c', image: 'nginx' }], priority: 5 },
      status: {
        conditions: [
          { type: 'Ready', status: 'True' },
          { type: 'Init', status: 'False' },
        ],
      },
    },
    {
      metadata: { name: 'b', annotations: { z: '<2>', a: '1' } },
      spec: { containers: [{ image: 'busybox' }, { image: 'nginx' }], priority: 1 },
    },
  ],
};

function print(template: string, value: JsonValue = list): string {
  const printer = jsonPathPrinter(template);
  if (!printer.ok) return `error: ${printer.error}`;
  const text = printer.value.print(value, pods);
  return text.ok ? text.value : `error: ${text.error}`;
}

describe('kubectl -o jsonpath', () => {
  it.each([
    ['{.items[*].metadata.name}', 'a b'],
    ['names: {.items[0].metadata.name}!', 'names: a!'],
    ['{range .items[*]}{.metadata.name}{"\\t"}{.spec.priority}{"\\n"}{end}', 'a\t5\nb\t1\n'],
    [
      '{range .items[*]}{.metadata.name}{range .spec.containers[*]} {.image}{end};{end}',
      'a nginx;b busybox nginx;',
    ],
    ['{.items[0].status.conditions[?(@.type=="Ready")].status}', 'True'],
    ["{.items[?(@.metadata.name!='a')].metadata.name}", 'b'],
    ['{.items[?(@.spec.priority>3)].metadata.name}', 'a'],
    ['{.items[?(@.status)].metadata.name}', 'a'],
    ['{.items[-1:].metadata.name}', 'b'],
    ['{.items[-1].metadata.name}', 'b'],
    ["{.items[*]['metadata.name','spec.priority']}", 'a 5 b 1'],
    ['{..image}', 'nginx busybox nginx'],
    ['{.items[0].metadata.annotations.example\\.com/rev}', '1'],
    ["{.items[0].metadata.annotations['example\\.com/rev']}", '1'],
    ['{.items[1].metadata.annotations}', '{"a":"1","z":"\\u003c2\\u003e"}'],
    ['{.items[*].nothing}', ''],
    ['{$.items[0].metadata.name}', 'a'],
  ])('prints %s', (template, text) => {
    expect(print(template)).toBe(text);
  });

  it('says what it looked at when an index is out of bounds', () => {
    expect(print('{.items[0].x}', { items: [], kind: 'List' })).toBe(
      'error: error executing jsonpath "{.items[0].x}": Error executing template: array index out ' +
        'of bounds: index 0, length 0. Printing more information for debugging the template:\n' +
        '\ttemplate was:\n\t\t{.items[0].x}\n\tobject given to jsonpath engine was:\n' +
        '\t\tmap[string]interface {}{"items":[]interface {}{}, "kind":"List"}\n\n\n',
    );
  });

  it('refuses a template that does not end', () => {
    expect(print('{.items[0')).toBe('error: error parsing jsonpath {.items[0, unterminated array');
  });
});
