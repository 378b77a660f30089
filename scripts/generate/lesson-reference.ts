/**
 * Writes the part of `docs/lesson.md` that lists every key of a lesson, from the published schema:
 * `npx tsx scripts/generate/lesson-reference.ts`. A test holds the two equal.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import schema from '../../src/scenarios/lessons/lesson.schema.json' with { type: 'json' };

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const page = join(import.meta.dirname, '../../docs/lesson.md');
const [begin, end] = ['<!-- Made from the schema. -->\n', '<!-- End of what is made. -->\n'];

/** The page with the list of keys as the schema has them. */
export function withReference(text: string): string {
  const [before = '', rest = ''] = text.split(begin);
  const after = rest.slice(rest.indexOf(end));
  if (!after.startsWith(end)) throw new Error(`docs/lesson.md has no "${end.trim()}".`);
  return `${before}${begin}\n${reference(schema)}\n${after}`;
}

/** One section for each object and each shared value, in the order of the schema. */
function reference(root: Schema): string {
  const objects = Object.entries(root.$defs ?? {});
  const meta = root.properties?.['meta'] ?? {};
  return [
    section('The lesson', root),
    section('meta', meta),
    ...objects.filter(([name]) => name !== 'after').map(([name, each]) => section(name, each)),
  ].join('\n');
}

function section(title: string, schemaOf: Schema): string {
  const { description = '', properties, required = [] } = schemaOf;
  const lines = [
    `### ${title === 'The lesson' ? title : `\`${title}\``}`,
    '',
    shown(description),
    '',
  ];
  if (properties === undefined) return [...lines, `Value: ${wordsFor(schemaOf)}.`, ''].join('\n');
  const rows = Object.entries(properties).map(([name, each]) => {
    const need = required.includes(name) ? ' (needed)' : '';
    return `| \`${name}\`${need} | ${cell(wordsFor(each))} | ${cell(shown(descriptionOf(each)))} |`;
  });
  return [...lines, '| Key | Value | What it is |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

const defined = ({ $ref = '' }: Schema): Schema =>
  (schema.$defs as Readonly<Record<string, Schema>>)[nameOf($ref)] ?? {};
const nameOf = (ref: string): string => ref.replace('#/$defs/', '');
const descriptionOf = (each: Schema): string =>
  each.description ?? (each.$ref === undefined ? '' : (defined(each).description ?? ''));

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  object: 'a mapping',
  array: 'a list',
};

/** What a value must be, in words. */
function wordsFor(each: Schema): string {
  const { $ref, anyOf, type = '', items, minItems = 0, maxItems, maxLength } = each;
  if ($ref !== undefined && nameOf($ref) === 'after') return wordsFor(defined(each));
  if ($ref !== undefined) return `[${nameOf($ref)}](#${nameOf($ref)})`;
  if (each.const !== undefined) return `\`${String(each.const)}\``;
  if (each.enum !== undefined) return each.enum.map((one) => `\`${String(one)}\``).join(', ');
  if (anyOf !== undefined) return anyOf.map(wordsFor).join(', or ');
  if (type === 'array') return `${minItems} to ${maxItems} of ${wordsFor(items ?? {})}`;
  if (each.properties !== undefined) {
    const keys = Object.keys(each.properties).map((name) => `\`${name}\``);
    return `a mapping of ${keys.join(', ')}`;
  }
  const { minimum, maximum, pattern } = each;
  const range = minimum === undefined ? '' : ` from ${minimum} to ${maximum}`;
  const length = maxLength === undefined ? '' : ` of at most ${maxLength} letters`;
  const like = pattern === undefined ? '' : ` like \`${pattern}\``;
  return `${types[type] ?? type}${range}${length}${like}`;
}

/** Marks of a lesson, stars of a pattern: written in a description, they stand as they are. */
const written = /\[\[[^\]]+\]\]|\[\w+\]\([^)]+\)|\*\*\w+\*\*|\*\w+\*|`\w+`|\*+/g;
const shown = (text: string): string =>
  text.replace(written, (mark) => (mark.includes('`') ? `\`\` ${mark} \`\`` : `\`${mark}\``));

/** A bar ends a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').trim();

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(page, withReference(readFileSync(page, 'utf8')));
}
