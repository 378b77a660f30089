/**
 * `-o jsonpath={…}`: text with paths in braces.
 *
 * Models k8s.io/client-go util/jsonpath without range, filters, slices and unions, which are
 * refused. In: a template. Out: the text with each path replaced by its values, blanks between.
 */
import { err, ok, type Result } from '#base/result';
import type { JsonValue } from '#k8s.io/apimachinery/json-value';
import { fieldText, parseFieldPath, valuesAt } from './field-path.ts';
import type { ObjectPrinter } from './object-printer.ts';

type Part = (value: JsonValue) => string;

export function jsonPathPrinter(template: string): Result<ObjectPrinter, string> {
  if (template === '') return err('template format specified but no template given');
  const parts: Part[] = [];
  for (const [, text, action] of template.matchAll(/([^{]+)|\{([^}]*)\}/g)) {
    const part = text === undefined ? actionPart(action ?? '') : ok(() => text);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok({ joins: true, print: (value) => ok(parts.map((part) => part(value)).join('')) });
}

function actionPart(action: string): Result<Part, string> {
  const text = /^"((?:[^"\\]|\\.)*)"$/.exec(action.trim());
  if (text !== null) return ok(() => unescaped(text[1] ?? ''));
  if (/^(range|end)\b|\?\(|\.\.|\[[^\]]*[:,]/.test(action)) {
    return err(`jsonpath {${action}} is not simulated`);
  }
  const path = parseFieldPath(action.trim().replace(/^@/, ''));
  if (!path.ok) return err(`error parsing jsonpath {${action}}, ${path.error}`);
  return ok((value) => valuesAt(value, path.value).map(fieldText).join(' '));
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, char: string) => ({ n: '\n', t: '\t' })[char] ?? char);
