/**
 * Reads a lesson from its text. YAML reads JSON too, and knows on which line each part stands.
 *
 * In: a text from anybody. Out: a lesson that fits `lesson.schema.json`, or what is wrong with it.
 * No aliases (they can make a short text huge), no tags, no merge keys; never throws.
 */
import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { err, ok, type Result } from '#base/result';
import { gallery } from '../gallery/gallery.ts';
import { findScenario, scenarios } from '../index.ts';
import { findTourId } from '../tours/course.ts';
import { tourIds } from '../tours/tour-ids.ts';
import { checkSchema, meant, type Path, type Schema, type SchemaProblem } from './check-schema.ts';
import schema from './lesson.schema.json' with { type: 'json' };
import type { Lesson, LessonProblem } from './lesson.ts';

/** Characters; a longer text is no lesson. */
export const longestLesson = 200_000;
/** Levels of brackets and indentation; the format needs six. */
const deepest = 40;
const mostProblems = 50;
/** Seconds from the first act of a lesson to its last. */
const longestDrive = 86_400;

export type ReadLesson = Result<Lesson, readonly LessonProblem[]>;

export function readLesson(text: string): ReadLesson {
  if (text.length > longestLesson) return refuse(`is longer than ${longestLesson} characters`);
  if (nests(text)) return refuse(`nests deeper than ${deepest} levels`);
  const lines = new LineCounter();
  const options = { lineCounter: lines, uniqueKeys: false, merge: false, version: '1.2' } as const;
  try {
    const document = parseDocument(text, { ...options, prettyErrors: false });
    const lineOf = (offset: number): number => lines.linePos(offset).line;
    const wrong = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
      line: lineOf(pos[0]),
      message,
    }));
    const broken = wrong.length > 0 ? wrong : refused(document, lineOf);
    if (broken.length > 0) return err(broken.slice(0, mostProblems));
    return checked(document.toJS({ maxAliasCount: 0 }), (path) => placeOf(document, path, lineOf));
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'cannot be read');
  }
}

/** The line of a beat or an act of a lesson that can be read; counted from 0, as in its list. */
export function lineIn(text: string, list: 'beats' | 'drive', index: number): number {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return placeOf(document, [list, index], (offset) => lines.linePos(offset).line);
}

function refuse(message: string): ReadLesson {
  return err([{ line: 1, message }]);
}

/** Whether brackets or indentation go deeper than any lesson: the parser calls itself for each. */
function nests(text: string): boolean {
  let open = 0;
  for (const letter of text) {
    if (letter === '[' || letter === '{') open += 1;
    else if (letter === ']' || letter === '}') open = Math.max(0, open - 1);
    else if (letter === '\n') open = 0;
    if (open > deepest) return true;
  }
  return new RegExp(`^(?:[ -]{0,8}[-?] ){${deepest},}`, 'm').test(text);
}

/** What YAML allows and a lesson does not. */
function refused(
  document: Document.Parsed,
  lineOf: (offset: number) => number,
): readonly LessonProblem[] {
  const problems: LessonProblem[] = [];
  const say = (node: unknown, message: string): void => {
    const offset = (node as Node | undefined)?.range?.[0] ?? 0;
    problems.push({ line: lineOf(offset), message });
  };
  visit(document, {
    Alias: (_, node) => say(node, 'has an alias; write the part again'),
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || typeof key.value !== 'string') say(key, 'has a key that is no text');
        else if (seen.has(key.value)) say(key, `has "${key.value.slice(0, 60)}" twice`);
        else seen.add(key.value);
      }
    },
  });
  return problems;
}

function checked(value: unknown, lineOf: (path: Path) => number): ReadLesson {
  const problems: SchemaProblem[] = [...checkSchema(schema as Schema, value)];
  if (problems.length === 0) problems.push(...inconsistencies(value as Lesson));
  if (problems.length === 0) return ok(value as Lesson);
  return err(
    problems.slice(0, mostProblems).map(({ path, about = path, message }) => ({
      line: lineOf(path),
      message: `${about.length === 0 ? 'The lesson' : about.join('.')} ${message}`,
    })),
  );
}

/** What an address knows under `?scenario=`. */
const knownScenarios = [
  ...new Set([...Object.keys(scenarios), ...gallery.map(({ id }) => id), ...tourIds]),
];

/** What a schema cannot express. */
function inconsistencies({ scenario, drive = [], beats }: Lesson) {
  const problems: { readonly path: Path; readonly message: string }[] = [];
  if (findScenario(scenario) === undefined && findTourId(scenario) === undefined) {
    problems.push({
      path: ['scenario'],
      message: `is unknown; ${meant(scenario, knownScenarios)}`,
    });
  }
  const time = drive.reduce((sum, { after = 0 }) => sum + after, 0);
  if (time > longestDrive) {
    problems.push({ path: ['drive'], message: `takes longer than ${longestDrive} seconds` });
  }
  const seen = new Set<string>();
  for (const [index, { id, ask, zoom, focus }] of beats.entries()) {
    if (seen.has(id)) problems.push({ path: ['beats', index, 'id'], message: 'is taken' });
    seen.add(id);
    if (ask !== undefined && ask.right > ask.options.length) {
      const path = ['beats', index, 'ask', 'right'];
      problems.push({ path, message: 'is not the number of an option' });
    }
    if (zoom === 'room' && focus === undefined) {
      problems.push({ path: ['beats', index, 'zoom'], message: 'needs "focus": which room' });
    }
  }
  return problems;
}

/** The line of a part: of its key, or of the nearest part around it. */
function placeOf(
  document: Document.Parsed,
  path: Path,
  lineOf: (offset: number) => number,
): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const name of path) {
    if (!isCollection(node)) break;
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && key.value === name)
      : undefined;
    const next = pair ?? (typeof name === 'number' ? node.items[name] : undefined);
    if (next === undefined) break;
    const at = isPair(next) ? (next.key as Node | null) : (next as Node);
    offset = at?.range?.[0] ?? offset;
    node = isPair(next) ? next.value : next;
  }
  return lineOf(offset);
}
