/**
 * Where in a manifest a cursor stands, read by indentation alone: while somebody types, the text is
 * seldom whole YAML.
 */

export interface PlaceInText {
  /** Fields around the cursor, outermost first. */
  readonly path: readonly string[];
  /** A field whose value is written; `undefined`: the name of a field is. */
  readonly valueOf: string | undefined;
  /** The offset at which the word under the cursor begins. */
  readonly from: number;
  readonly word: string;
  /** Fields that are there already beside it. */
  readonly siblings: ReadonlySet<string>;
  /** Where the fields of this place are indented to. */
  readonly column: number;
  readonly apiVersion: string;
  readonly kind: string;
}

const keyLine = /^(\s*(?:- +)*)(["']?)([^\s:#"'-][^\s:#"']*)\2:(?:\s|$)/;

/** `undefined` where nothing can be completed: in a comment or behind a value. */
export function placeInText(text: string, offset: number): PlaceInText | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const typed = text.slice(start, offset);
  const name = /^(\s*(?:- +)*)([\w./-]*)$/.exec(typed);
  const value = /^(\s*(?:- +)*)([\w.-]+):\s+(["']?)([^\s#"']*)$/.exec(typed);
  const [, indent = '', ...rest] = name ?? value ?? [];
  if (name === null && value === null) return undefined;
  const word = (name === null ? rest[2] : rest[0]) ?? '';
  const around = documentAround(text, start);
  const dash = indent.indexOf('-');
  return {
    ...linesAbove(around.before, indent.length, dash < 0 ? undefined : dash),
    valueOf: name === null ? rest[0] : undefined,
    from: offset - word.length,
    word,
    column: indent.length,
    apiVersion: /^apiVersion:\s*(\S+)/m.exec(around.whole)?.[1] ?? '',
    kind: /^kind:\s*(\S+)/m.exec(around.whole)?.[1] ?? '',
  };
}

function documentAround(
  text: string,
  start: number,
): { readonly before: readonly string[]; readonly whole: string } {
  const begin = text.lastIndexOf('\n---', start - 1);
  const from = begin < 0 ? 0 : begin + 4;
  const end = text.indexOf('\n---', start);
  const whole = text.slice(from, end < 0 ? undefined : end);
  return { before: text.slice(from, start).split('\n').slice(0, -1), whole };
}

/**
 * Goes up from a line to the fields that enclose it. `limit` is the column that a parent lies left
 * of; the parent of a list may also stand right above it, at the column of its dashes.
 */
function linesAbove(
  lines: readonly string[],
  column: number,
  dash: number | undefined,
): { readonly path: readonly string[]; readonly siblings: ReadonlySet<string> } {
  const path: string[] = [];
  const siblings = new Set<string>();
  let limit = dash ?? column;
  let inList = dash !== undefined;
  for (const line of lines.toReversed()) {
    const [, before = '', , key] = keyLine.exec(line) ?? [];
    if (key === undefined || /^\s*#/.test(line)) continue;
    const at = before.length;
    const ownDash = before.includes('-') ? before.indexOf('-') : undefined;
    const isParent = at < limit || (inList && at === limit && ownDash === undefined);
    if (isParent) path.unshift(key);
    else if (at !== limit || inList) continue;
    else if (path.length === 0) siblings.add(key);
    // At the first field of an item begins its list.
    if (isParent || ownDash !== undefined) {
      limit = ownDash ?? at;
      inList = ownDash !== undefined;
    }
    if (limit === 0 && !inList && path.length > 0) break;
  }
  return { path, siblings };
}
