/**
 * Reads a Go template: `{{range .items}}{{.metadata.name}}{{"\n"}}{{end}}`.
 *
 * Models text/template/parse: fields, variables, pipelines, calls, if, with, range, definitions of
 * further templates, comments and trim markers. In: the template. Out: the nodes of each template
 * by name, for go-template.ts; a text that does not parse is Go's error without the
 * `template: output:` in front.
 */
import { assertUnreachable } from '#base/assert';
import { err, ok, type Result } from '#base/result';
import { templateFunctions } from './go-template-functions.ts';
import { type Action, lexTemplate, type Token, textTokens } from './go-template-lexer.ts';

/** `at` is where Go's errors point: an offset into the template. */
export type Operand =
  | { readonly kind: 'dot' | 'nil'; readonly at: number }
  | { readonly kind: 'string'; readonly text: string; readonly at: number }
  | { readonly kind: 'int' | 'float'; readonly value: number; readonly at: number }
  | { readonly kind: 'bool'; readonly value: boolean; readonly at: number }
  | { readonly kind: 'function'; readonly name: string; readonly at: number }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline; readonly at: number }
  | { readonly kind: 'variable'; readonly name: string; readonly at: number }
  | {
      readonly kind: 'field';
      /** The value that has the fields; undefined for the dot. */
      readonly of: Operand | undefined;
      readonly names: readonly string[];
      readonly source: string;
      readonly at: number;
    };

/** One stage of a pipeline: a function or value, then its arguments. */
export interface Stage {
  readonly operands: readonly Operand[];
  /** The source text of each operand. */
  readonly sources: readonly string[];
  readonly source: string;
  readonly at: number;
}

export interface Pipeline {
  readonly declares: readonly string[];
  readonly assigns: boolean;
  readonly stages: readonly Stage[];
}

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipeline: Pipeline }
  | { readonly kind: 'break' | 'continue' }
  | {
      readonly kind: 'template';
      readonly name: string;
      /** The value of the dot inside. */
      readonly pipeline: Pipeline | undefined;
      readonly source: string;
      readonly at: number;
    }
  | {
      readonly kind: 'if' | 'with' | 'range';
      readonly pipeline: Pipeline;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    };

const isFunction = (name: string): boolean =>
  name === 'and' || name === 'or' || Object.hasOwn(templateFunctions, name);

class ParseError extends Error {}

/** The name that kubectl gives to the template of a command line. */
export const mainTemplate = 'output';

export type Templates = ReadonlyMap<string, readonly TemplateNode[]>;

/** Reads a template with all that it defines. Source: parse.go Parse. */
export function parseGoTemplate(template: string): Result<Templates, string> {
  const pieces = lexTemplate(template);
  if (!pieces.ok) return pieces;
  const parser = new Parser(template, pieces.value);
  try {
    return ok(parser.whole());
  } catch (error) {
    if (error instanceof ParseError) return err(error.message);
    throw error;
  }
}

type Piece = string | Action;

/** Keywords. Source: lex.go key. */
const keywords = new Set('block break continue define else end if range template with'.split(' '));

/** A token as errors show it; none: the end of the action. Source: lex.go item.String. */
function shownToken(token: Token | undefined): string {
  if (token === undefined) return '"}}"';
  const { kind, raw } = token;
  if (kind === 'dot' || (kind === 'word' && (raw === 'nil' || keywords.has(raw))))
    return `<${raw}>`;
  return raw.length > longestShown
    ? `${JSON.stringify(raw.slice(0, longestShown))}...`
    : JSON.stringify(raw);
}

const longestShown = 10;

/** Nothing but blanks. Source: parse.go IsEmptyTree. */
const isEmpty = (nodes: readonly TemplateNode[]): boolean =>
  nodes.every((node) => node.kind === 'text' && node.text.trim() === '');

/** Operands that cannot take the previous stage's value. */
const inert: ReadonlySet<string> = new Set(['bool', 'dot', 'int', 'float', 'nil', 'string']);

const parenthesized = 'parenthesized pipeline';

class Parser {
  readonly #template: string;
  readonly #pieces: readonly Piece[];
  #next = 0;
  #tokens: Token[] = [];
  #line = 1;
  /** The variables declared at the parser's position. */
  #variables: string[] = ['$'];
  /** How many ranges are around the current position. */
  #ranges = 0;
  readonly #templates = new Map<string, readonly TemplateNode[]>();

  constructor(template: string, pieces: readonly Piece[]) {
    this.#template = template;
    this.#pieces = pieces;
  }

  whole(): Templates {
    const { nodes, end } = this.#nodes(true);
    if (end !== undefined) this.#fail(`unexpected {{${end}}}`);
    this.#add(mainTemplate, nodes);
    return this.#templates;
  }

  /** Of two templates with the same name, one must be empty. Source: parse.go add. */
  #add(name: string, nodes: readonly TemplateNode[]): void {
    const known = this.#templates.get(name);
    if (known === undefined || isEmpty(known)) this.#templates.set(name, nodes);
    else if (!isEmpty(nodes)) {
      this.#fail(`template: multiple definition of template ${JSON.stringify(name)}`);
    }
  }

  /** Reads nodes up to `end` or `else`, and returns that word. */
  #nodes(outermost = false): {
    readonly nodes: readonly TemplateNode[];
    readonly end: string | undefined;
  } {
    const nodes: TemplateNode[] = [];
    while (this.#next < this.#pieces.length) {
      const piece = this.#pieces[this.#next++] as Piece;
      if (typeof piece === 'string') {
        if (piece !== '') nodes.push({ kind: 'text', text: piece });
        continue;
      }
      this.#line = this.#template.slice(0, piece.at).split('\n').length;
      const read = textTokens(piece);
      if (!read.ok) this.#fail(read.error);
      this.#tokens = [...read.value];
      const word = this.#tokens[0]?.kind === 'word' ? this.#tokens[0].text : '';
      if (word === 'end' || word === 'else') {
        this.#tokens.shift();
        const more = this.#tokens[0];
        const goesOn = word === 'else' && (more?.raw === 'if' || more?.raw === 'with');
        if (more !== undefined && !goesOn) this.#unexpected(more, word);
        return { nodes, end: word };
      }
      if (outermost && word === 'define') this.#define();
      else nodes.push(this.#action(word));
    }
    this.#line = this.#template.split('\n').length;
    return { nodes, end: undefined };
  }

  #action(word: string): TemplateNode {
    if (word === 'break' || word === 'continue') {
      this.#tokens.shift();
      const [more] = this.#tokens;
      if (more !== undefined) this.#unexpected(more, `{{${word}}}`);
      if (this.#ranges === 0) this.#fail(`{{${word}}} outside {{range}}`);
      return { kind: word };
    }
    if (word === 'template' || word === 'block') {
      this.#tokens.shift();
      return this.#invocation(word);
    }
    if (word === 'if' || word === 'with' || word === 'range') {
      this.#tokens.shift();
      return this.#control(word);
    }
    if (this.#tokens.length === 0) this.#fail('missing value for command');
    return { kind: 'print', pipeline: this.#pipeline('command') };
  }

  /** `{{define "name"}}`, allowed only at the top level. Source: parse.go parseDefinition. */
  #define(): void {
    this.#tokens.shift();
    const clause = 'define clause';
    const name = this.#templateName(clause);
    const [more] = this.#tokens;
    if (more !== undefined) this.#unexpected(more, clause);
    this.#definition(name, clause);
  }

  /** A body up to its end, without the variables and ranges around it. */
  #definition(name: string, clause: string): void {
    const outside = { variables: this.#variables, ranges: this.#ranges, line: this.#line };
    this.#variables = ['$'];
    this.#ranges = 0;
    const { nodes, end } = this.#nodes();
    if (end === undefined) this.#fail('unexpected EOF');
    if (end === 'else') {
      // The error comes from the tree around the block, with that tree's position.
      if (clause === 'block clause') this.#line = outside.line;
      this.#fail(`unexpected {{else}} in ${clause}`);
    }
    this.#add(name, nodes);
    this.#variables = outside.variables;
    this.#ranges = outside.ranges;
  }

  /** A block is a definition that is used in place. Source: parse.go blockControl. */
  #invocation(word: 'template' | 'block'): TemplateNode {
    const clause = `${word} clause`;
    const at = this.#tokens[0]?.at ?? 0;
    const name = this.#templateName(clause);
    const start = this.#tokens[0]?.at ?? 0;
    const bare = word === 'template' && this.#tokens.length === 0;
    if (word === 'template' && this.#tokens[0]?.kind === 'pipe') {
      this.#unexpected(this.#tokens[0], clause);
    }
    const pipeline = bare ? undefined : this.#pipeline(clause);
    const dot = bare ? '' : ` ${this.#template.slice(start, this.#last)}`;
    if (word === 'block') this.#definition(name, clause);
    const source = `{{template ${JSON.stringify(name)}${dot}}}`;
    return { kind: 'template', name, pipeline, source, at };
  }

  #templateName(clause: string): string {
    const token = this.#tokens.shift();
    return token?.kind === 'string' ? token.text : this.#unexpected(token, clause);
  }

  #control(kind: 'if' | 'with' | 'range'): TemplateNode {
    const before = this.#variables.length;
    const node = this.#controlNode(kind);
    this.#variables.length = before;
    return node;
  }

  #controlNode(kind: 'if' | 'with' | 'range'): TemplateNode {
    const pipeline = this.#pipeline(kind);
    if (kind === 'range') this.#ranges++;
    const { nodes: body, end } = this.#nodes();
    if (kind === 'range') this.#ranges--;
    if (end === undefined) this.#fail('unexpected EOF');
    if (end === 'end') return { kind, pipeline, body, otherwise: [] };
    const again = this.#tokens[0];
    if (again?.kind === 'word' && again.text === kind && kind !== 'range') {
      this.#tokens.shift();
      return { kind, pipeline, body, otherwise: [this.#control(kind)] };
    }
    if (again !== undefined) this.#unexpected(again, 'input');
    const rest = this.#nodes();
    if (rest.end !== 'end') {
      this.#fail(rest.end === undefined ? 'unexpected EOF' : 'expected end; found {{else}}');
    }
    return { kind, pipeline, body, otherwise: rest.nodes };
  }

  /** Up to the end of the action, or to the closing parenthesis. */
  #pipeline(context: string): Pipeline {
    const { declares, assigns } = this.#declarations();
    const stages: Stage[] = [];
    for (;;) {
      stages.push(this.#stage(context, stages.length));
      const token = this.#tokens[0];
      if (token?.kind === 'close' && context !== parenthesized)
        this.#fail('unexpected right paren');
      if (token?.kind === 'pipe') this.#tokens.shift();
      // A pipe at the end is accepted.
      if (token?.kind !== 'pipe' || this.#tokens.length === 0) {
        if (!assigns) this.#variables.push(...declares);
        return { declares, assigns, stages };
      }
    }
  }

  #declarations(): { readonly declares: readonly string[]; readonly assigns: boolean } {
    const [first, second, third, fourth] = this.#tokens;
    if (first?.kind !== 'variable') return { declares: [], assigns: false };
    if (second?.kind === 'declare' || second?.kind === 'assign') {
      this.#tokens.splice(0, 2);
      return { declares: [first.text], assigns: second.kind === 'assign' };
    }
    if (second?.kind === 'comma' && third?.kind === 'variable' && fourth?.kind === 'declare') {
      this.#tokens.splice(0, 4);
      return { declares: [first.text, third.text], assigns: false };
    }
    return { declares: [], assigns: false };
  }

  #stage(context: string, index: number): Stage {
    const at = this.#tokens[0]?.at ?? 0;
    let end = at;
    const operands: Operand[] = [];
    const sources: string[] = [];
    for (;;) {
      const token = this.#tokens[0];
      if (token === undefined || token.kind === 'pipe' || token.kind === 'close') break;
      if (token.kind === 'word' && keywords.has(token.raw)) this.#unexpected(token, context);
      const operand = this.#operand();
      end = this.#last;
      const whole = this.#template.slice(token.at, end);
      operands.push(operand);
      sources.push(operand.kind === 'pipeline' ? whole.slice(1, -1) : whole);
    }
    const [head] = operands;
    if (head === undefined) {
      if (this.#tokens[0]?.kind === 'close' && context !== parenthesized) {
        this.#fail('unexpected right paren');
      }
      this.#fail(
        this.#tokens[0]?.kind === 'pipe'
          ? 'unexpected "|" in command'
          : `missing value for ${context}`,
      );
    } else if (index > 0 && inert.has(head.kind)) {
      this.#fail(`non executable command in pipeline stage ${index + 1}`);
    }
    return { operands, sources, source: this.#template.slice(at, end), at };
  }

  /** The end of the last token. */
  #last = 0;

  #take(): Token {
    const token = this.#tokens.shift();
    if (token === undefined) return this.#fail('unexpected end of action');
    this.#last = token.end;
    return token;
  }

  #operand(): Operand {
    const start = this.#tokens[0]?.at ?? 0;
    const of = this.#term();
    const names: string[] = [];
    const at = this.#tokens[0]?.at ?? 0;
    for (;;) {
      const token = this.#tokens[0];
      // A field belongs to the operand directly before it.
      if (token?.kind !== 'field' || token.at !== this.#last) break;
      names.push(this.#take().text);
    }
    if (names.length === 0) return of;
    const source = this.#template.slice(start, this.#last);
    if (of.kind === 'field') return { ...of, names: [...of.names, ...names], source, at };
    return { kind: 'field', of, names, source, at };
  }

  #term(): Operand {
    const token = this.#take();
    const { kind, text, at } = token;
    switch (kind) {
      case 'dot':
        return { kind: 'dot', at };
      case 'field':
        return { kind: 'field', of: undefined, names: [text], source: token.raw, at };
      case 'variable':
        if (!this.#variables.includes(text)) this.#fail(`undefined variable "${text}"`);
        return { kind: 'variable', name: text, at };
      case 'string':
        return { kind: 'string', text, at };
      case 'number':
        if (text.startsWith("'")) {
          return { kind: 'int', value: text.codePointAt(text.length - 2) ?? 0, at };
        }
        return { kind: /[.eE]/.test(text) ? 'float' : 'int', value: Number(text), at };
      case 'word':
        if (text === 'nil') return { kind: 'nil', at };
        if (text === 'true' || text === 'false') {
          return { kind: 'bool', value: text === 'true', at };
        }
        if (!isFunction(text)) this.#fail(`function "${text}" not defined`);
        return { kind: 'function', name: text, at };
      case 'open': {
        const pipeline = this.#pipeline(parenthesized);
        if (this.#tokens[0]?.kind !== 'close') this.#fail('unclosed left paren');
        this.#take();
        return { kind: 'pipeline', pipeline, at };
      }
      case 'assign':
      case 'close':
      case 'comma':
      case 'declare':
      case 'pipe':
        return this.#unexpected(token, 'operand');
      default:
        return assertUnreachable(kind);
    }
  }

  #unexpected(token: Token | undefined, context: string): never {
    return this.#fail(`unexpected ${shownToken(token)} in ${context}`);
  }

  #fail(message: string): never {
    throw new ParseError(`${this.#line}: ${message}`);
  }
}
