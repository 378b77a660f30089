/** Lines at the terminal, with and without standard input. */
import fc from 'fast-check';
import type { FuzzKind } from '../fuzz-kind.ts';
import { commandLines } from '../inputs/command-lines.ts';
import { manifestTexts } from '../inputs/manifest-texts.ts';
import { anyText, damaged, pick } from '../inputs/pick.ts';
import { ClusterDoor } from './cluster-door.ts';

/** A line is what stands after `kubectl`, for a shell; of a pair the second is its stdin. */
export type TypedLine = string | readonly [line: string, stdin: string];

const quoted = (word: string): string =>
  /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

const lines = commandLines.map((argv) => argv.map(quoted).join(' '));

/** Output formats and templates are small languages of their own. */
const templates = fc
  .array(
    pick(
      '{ } .items[*] .metadata.name .. [?(@.x=="a")] [0:5:2] [-1] [::0] * range end {"\\n"} {{ }} | index printf "%d" len .a.b eq and not if else with $x := @ [\'a\'] , ?( ) == < && || 1e9',
    ),
    { maxLength: 7 },
  )
  .map((parts) => parts.join(''));

const output = fc
  .tuple(
    pick('jsonpath jsonpath-as-json go-template custom-columns custom-columns-file name'),
    templates,
    pick('pods nodes deploy,svc all events pod/web -A'),
  )
  .map(([format, template, what]) => `get ${what} -o ${quoted(`${format}=${template}`)}`);

const selectors = fc
  .tuple(
    pick('get label delete annotate wait top'),
    pick('pods nodes deploy'),
    fc
      .array(pick('a = == != in notin ( ) , ! b a/b app exists > < 5 - "" /'), { maxLength: 8 })
      .map((parts) => parts.join(' ')),
    pick('-l --field-selector --sort-by'),
  )
  .map(([verb, what, selector, flag]) => `${verb} ${what} ${flag} ${quoted(selector)}`);

/** Two commands that make what the others ask for. */
const begin = ['create deployment web --image=nginx', 'run web --image=nginx'].map((line) => ({
  argv: line.split(' '),
}));

export const lineKind: FuzzKind<TypedLine> = {
  inputs: fc.oneof(
    { weight: 6, arbitrary: lines },
    { weight: 2, arbitrary: fc.tuple(lines, manifestTexts) },
    { weight: 1, arbitrary: lines.chain((line) => damaged(line, '\' " = - -- , : \\ | ; $ ` *')) },
    { weight: 2, arbitrary: output },
    { weight: 1, arbitrary: selectors },
    { weight: 1, arbitrary: anyText },
  ),
  open(seed, patience) {
    const door = new ClusterDoor(seed, patience, begin);
    return (input) => {
      const [line, stdin] = typeof input === 'string' ? [input] : input;
      return door.type({ line: `kubectl ${line}`, ...(stdin !== undefined && { stdin }) });
    };
  },
};
