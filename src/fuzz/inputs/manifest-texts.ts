/** Texts of manifests: YAML or JSON, whole or broken. */
import fc from 'fast-check';
import { wholeObjects } from './whole-objects.ts';

/** Another value at a random place of an object. */
function changedAt(value: unknown, path: readonly number[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return other;
  const keys = Object.keys(value);
  if (keys.length === 0) return other;
  const key = keys[step % keys.length] ?? '';
  const inner = changedAt((value as Record<string, unknown>)[key], rest, other);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...value, [key]: inner };
}

const objects = fc
  .tuple(
    fc.constantFrom(...wholeObjects),
    fc.option(
      fc.tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 2 })),
      { freq: 3 },
    ),
  )
  .map(([object, change]) => (change === null ? object : changedAt(object, change[0], change[1])));

/** Text with some characters put in, taken out or repeated. */
const broken = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(text.length),
      fc.nat(6),
      fc.oneof(
        fc.string({ maxLength: 4 }),
        fc.constantFrom(':', '\n', '\t', '- ', '{', '*', '&a ', '---\n', '"'),
      ),
    )
    .map(([at, gone, extra]) => text.slice(0, at) + extra + text.slice(at + gone));

/** Block YAML without a library: one member a line. */
function yamlOf(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return ` ${JSON.stringify(value) ?? 'null'}\n`;
  }
  const lines = Object.entries(value).map(([key, inner]) => {
    const name = Array.isArray(value)
      ? '-'
      : `${/^[\w./-]+$/.test(key) ? key : JSON.stringify(key)}:`;
    return `${indent}${name}${yamlOf(inner, `${indent}  `)}`;
  });
  return `\n${lines.join('')}`;
}

const texts = fc
  .tuple(objects, fc.boolean())
  .map(([object, json]) => (json ? JSON.stringify(object) : yamlOf(object, '').trimStart()));

/** One or two documents, whole or broken, or any text at all. */
export const manifestTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 4, arbitrary: texts.chain(broken) },
  { weight: 1, arbitrary: fc.tuple(texts, texts).map(([a, b]) => `${a}\n---\n${b}`) },
  { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
