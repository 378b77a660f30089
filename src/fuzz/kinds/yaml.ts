/** YAML and JSON, as kubectl reads and writes it. */
import fc from 'fast-check';
import { readYaml } from '#cluster/client/kubectl/manifest/yaml-document';
import type { FuzzKind } from '../fuzz-kind.ts';
import { manifestTexts } from '../inputs/manifest-texts.ts';
import { anyText, damaged } from '../inputs/pick.ts';

const pieces = fc.array(
  fc.constantFrom(
    ...[
      ': ',
      '- ',
      '\n',
      '\n  ',
      '    ',
      '\t',
      '&a ',
      '*a',
      '<<: *a',
      '!!str ',
      '!x ',
      '? ',
      '|\n',
    ],
    ...[
      '>-\n',
      '|2+\n',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"',
      "'",
      '\\',
      '#',
      '%YAML 1.1\n',
      '---\n',
      '...\n',
    ],
    ...[
      'a',
      'yes',
      '0o17',
      '017',
      '0x1F',
      '1_000',
      '1:30',
      '.inf',
      '.NaN',
      '-.inf',
      '~',
      'null',
      '1e999',
    ],
    ...[
      '2026-11-28',
      '2026-11-28T00:00:00Z',
      '!!binary eA==',
      '!!float 1',
      '!!set {a}',
      '=',
      '__proto__',
    ],
    ...[
      '\u0085',
      '\u2028',
      '\ufeff',
      '\u0000',
      '\u0007',
      '\ud800',
      '😀',
      '\r',
      '\r\n',
      '"\\x41\\u0041\\U0001F600"',
    ],
  ),
  { maxLength: 24 },
);

export const yamlKind: FuzzKind<string> = {
  inputs: fc.oneof(
    { weight: 3, arbitrary: manifestTexts },
    { weight: 4, arbitrary: pieces.map((parts) => parts.join('')) },
    {
      weight: 2,
      arbitrary: manifestTexts.chain((text) =>
        damaged(text, ': - \n \t & * ! | > { [ " \' # % ? @ ` ---\n'),
      ),
    },
    { weight: 1, arbitrary: anyText },
  ),
  open: () => (text) => {
    const read = readYaml(text);
    return { said: read.ok ? (JSON.stringify(read.value) ?? '') : String(read.error) };
  },
};
