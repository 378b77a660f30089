/**
 * `-o go-template=TEMPLATE`: objects through a Go template.
 *
 * Models text/template exec.go over decoded JSON, and cli-runtime pkg/printers template.go. In: a
 * template and an object. Out: text, or Go's error with where it happened.
 */
import { assert } from '#base/assert';
import { err, ok, type Result } from '#base/result';
import { goJson, isJsonArray, isJsonObject, type JsonValue } from '#k8s.io/apimachinery/json-value';
import { templateFunctions } from './go-template-functions.ts';
import {
  mainTemplate,
  type Operand,
  type Pipeline,
  parseGoTemplate,
  type Stage,
  type TemplateNode,
  type Templates,
} from './go-template-parser.ts';
import {
  GoInt,
  goText,
  isData,
  type TemplateValue,
  truth,
  typeName,
} from './go-template-values.ts';
import type { ObjectPrinter } from './object-printer.ts';

export function goTemplatePrinter(template: string): Result<ObjectPrinter, string> {
  if (template === '') return err('template format specified but no template given');
  const parsed = parseGoTemplate(template);
  if (!parsed.ok)
    return err(`error parsing template ${template}, template: output:${parsed.error}`);
  const templates = parsed.value;
  return ok({
    joins: true,
    print: (value) => {
      const { text, error } = execute(template, templates, value);
      return error === undefined
        ? ok(text)
        : err(`error executing template ${JSON.stringify(template)}: ${error}`);
    },
    remains: (value) => {
      const { text, error } = execute(template, templates, value);
      return (
        `${text}Error executing template: ${error}. ` +
        'Printing more information for debugging the template:\n' +
        `\ttemplate was:\n\t\t${template}\n` +
        `\traw data was:\n\t\t${goJson(value)}\n` +
        `\tobject given to template engine was:\n\t\t${goText(value)}\n\n`
      );
    },
  });
}

interface Executed {
  /** The output, including the part before an error. */
  readonly text: string;
  readonly error: string | undefined;
}

function execute(template: string, templates: Templates, value: JsonValue): Executed {
  const execution = new Execution(template, templates, value);
  const done = execution.run();
  const error = done.ok ? undefined : `template: output:${done.error}`;
  return { text: execution.text, error };
}

/** What an error points at. */
interface Place {
  readonly source: string;
  readonly at: number;
}

class TemplateError extends Error {}

/** How a body ended: at its end, or at a break or continue of the range around it. */
type Ending = 'end' | 'break' | 'continue';

interface Variable {
  readonly name: string;
  value: TemplateValue;
  /** The value came from a list or map as an interface {}; errors name that instead of its type. */
  boxed: boolean;
}

/** Go's limit, which its error names. */
const maxExecDepth = 100_000;
/** Only templates that call each other forever get this deep; the stack here allows no more. */
const deepest = 500;

class Execution {
  readonly #template: string;
  readonly #templates: Templates;
  readonly #data: JsonValue;
  #variables: Variable[];
  /** The template that runs. */
  #name = mainTemplate;
  #depth = 0;
  /** As of a variable, of the dot. */
  #boxedDot = false;
  #out = '';

  constructor(template: string, templates: Templates, data: JsonValue) {
    this.#template = template;
    this.#templates = templates;
    this.#data = data;
    this.#variables = [{ name: '$', value: data, boxed: false }];
  }

  get text(): string {
    return this.#out;
  }

  run(): Result<void, string> {
    try {
      this.#walk(this.#templates.get(mainTemplate) ?? [], this.#data);
      return ok(undefined);
    } catch (error) {
      if (error instanceof TemplateError) return err(error.message);
      throw error;
    }
  }

  #walk(nodes: readonly TemplateNode[], dot: TemplateValue): Ending {
    for (const node of nodes) {
      const ending = this.#node(node, dot);
      if (ending !== 'end') return ending;
    }
    return 'end';
  }

  #node(node: TemplateNode, dot: TemplateValue): Ending {
    switch (node.kind) {
      case 'text':
        this.#out += node.text;
        return 'end';
      case 'print': {
        const value = this.#pipeline(node.pipeline, dot);
        if (node.pipeline.declares.length === 0) {
          this.#out += value === undefined || value === null ? '<no value>' : goText(value);
        }
        return 'end';
      }
      case 'break':
      case 'continue':
        return node.kind;
      case 'template':
        this.#invoke(node, dot);
        return 'end';
      case 'if':
      case 'with':
        return this.#scoped(() => {
          const value = this.#pipeline(node.pipeline, dot);
          if (!truth(value)) return this.#walk(node.otherwise, dot);
          if (node.kind === 'if') return this.#walk(node.body, dot);
          this.#boxedDot = false;
          return this.#walk(node.body, value);
        });
      case 'range':
        return this.#scoped(() => this.#range(node, dot));
    }
  }

  /** Variables that are declared inside are gone afterwards. */
  #scoped(body: () => Ending): Ending {
    const before = this.#variables.length;
    const boxed = this.#boxedDot;
    const ending = body();
    this.#variables.length = before;
    this.#boxedDot = boxed;
    return ending;
  }

  /** Runs another template, without the variables of this one. Source: exec.go walkTemplate. */
  #invoke(node: Extract<TemplateNode, { readonly kind: 'template' }>, dot: TemplateValue): void {
    const nodes = this.#templates.get(node.name);
    if (nodes === undefined) {
      this.#fail(`template ${JSON.stringify(node.name)} not defined`, node);
    }
    if (this.#depth === deepest) {
      this.#fail(`exceeded maximum template depth (${maxExecDepth})`, node);
    }
    const value = node.pipeline && this.#pipeline(node.pipeline, dot);
    const outside = { name: this.#name, variables: this.#variables, boxed: this.#boxedDot };
    this.#depth++;
    this.#name = node.name;
    this.#variables = [{ name: '$', value, boxed: false }];
    this.#boxedDot = false;
    this.#walk(nodes, value);
    this.#depth--;
    this.#name = outside.name;
    this.#variables = outside.variables;
    this.#boxedDot = outside.boxed;
  }

  #range(
    {
      pipeline,
      body,
      otherwise,
    }: Extract<TemplateNode, { readonly kind: 'range' | 'if' | 'with' }>,
    dot: TemplateValue,
  ): Ending {
    const value = this.#pipeline({ ...pipeline, declares: [] }, dot);
    const entries = this.#entries(value, pipeline);
    if (entries.length === 0) return this.#walk(otherwise, dot);
    for (const [key, each] of entries) {
      const before = this.#variables.length;
      const [first, second] = pipeline.declares;
      const boxed = !(each instanceof GoInt);
      if (second !== undefined) this.#set(first ?? '', key, pipeline, false);
      if (first !== undefined) this.#set(second ?? first, each, pipeline, boxed);
      this.#boxedDot = boxed;
      const ending = this.#walk(body, each);
      this.#variables.length = before;
      if (ending === 'break') break;
    }
    return 'end';
  }

  #entries(
    value: TemplateValue,
    { stages }: Pipeline,
  ): readonly (readonly [TemplateValue, TemplateValue])[] {
    if (value === undefined || value === null) return [];
    if (value instanceof GoInt) {
      return Array.from({ length: value.value }, (_, i) => [new GoInt(i), new GoInt(i)] as const);
    }
    if (isJsonArray(value)) return value.map((each, i) => [new GoInt(i), each] as const);
    if (isJsonObject(value)) {
      const keys = Object.keys(value).sort();
      return keys.map((key) => [key, value[key]] as const);
    }
    return this.#fail(`range can't iterate over ${goText(value)}`, stages[0]);
  }

  #set(name: string, value: TemplateValue, { assigns }: Pipeline, boxed: boolean): void {
    const known = assigns ? this.#variable(name) : undefined;
    if (known === undefined) this.#variables.push({ name, value, boxed });
    else Object.assign(known, { value, boxed });
  }

  #variable(name: string): Variable | undefined {
    return this.#variables.findLast((each) => each.name === name);
  }

  #pipeline(pipeline: Pipeline, dot: TemplateValue): TemplateValue {
    let value: TemplateValue;
    pipeline.stages.forEach((stage, i) => {
      // The result is unwrapped from its interface, so that nil becomes no value.
      value = this.#stage(stage, dot, i === 0 ? [] : [value]) ?? undefined;
    });
    const [name] = pipeline.declares;
    if (name !== undefined) this.#set(name, value, pipeline, false);
    return value;
  }

  #stage(stage: Stage, dot: TemplateValue, last: readonly TemplateValue[]): TemplateValue {
    const [head, ...rest] = stage.operands;
    if (head?.kind === 'function') return this.#call(head.name, stage, rest, dot, last);
    if (head === undefined || rest.length > 0 || last.length > 0) {
      if (head?.kind === 'field') {
        return this.#fail(`${head.names.at(-1)} is not a method but has arguments`, head);
      }
      const given = stage.sources[0] ?? '';
      const place = head?.kind === 'pipeline' ? stage : { source: given, at: stage.at };
      return this.#fail(`can't give argument to non-function ${given}`, place);
    }
    if (head.kind === 'nil') return this.#fail('nil is not a command', stage);
    return this.#operand(head, dot);
  }

  #call(
    name: string,
    stage: Place & Partial<Stage>,
    operands: readonly Operand[],
    dot: TemplateValue,
    last: readonly TemplateValue[],
  ): TemplateValue {
    // `and` and `or` stop at the argument that decides.
    if (name === 'and' || name === 'or') {
      let value: TemplateValue;
      for (const operand of operands) {
        value = this.#operand(operand, dot);
        if (truth(value) === (name === 'or')) return value;
      }
      return last.length > 0 ? last[0] : value;
    }
    const known = templateFunctions[name];
    assert(known !== undefined, `the parser let ${name} pass`);
    const [least, most, call] = known;
    const count = operands.length + last.length;
    if (count < least || count > most) {
      const wanted = most === least ? `want ${least}` : `want at least ${least}`;
      return this.#fail(`wrong number of args for ${name}: ${wanted} got ${count}`, stage);
    }
    const args = [...operands.map((each) => this.#operand(each, dot)), ...last];
    const answer = call(args, stage.sources?.[1] ?? reflected(last[0]));
    if (!answer.ok) return this.#fail(`error calling ${name}: ${answer.error}`, stage);
    return answer.value;
  }

  #operand(operand: Operand, dot: TemplateValue): TemplateValue {
    switch (operand.kind) {
      case 'dot':
        return dot;
      case 'nil':
        return null;
      case 'string':
        return operand.text;
      case 'int':
        return new GoInt(operand.value);
      case 'float':
      case 'bool':
        return operand.value;
      case 'variable':
        return this.#variable(operand.name)?.value;
      case 'pipeline':
        return this.#pipeline(operand.pipeline, dot);
      case 'function':
        return this.#call(operand.name, { source: operand.name, at: operand.at }, [], dot, []);
      case 'field': {
        const { of } = operand;
        const start = of === undefined ? dot : this.#operand(of, dot);
        return operand.names.reduce<TemplateValue>(
          (at, name, i) => this.#field(at, name, operand, i > 0 || this.#isBoxed(of)),
          start,
        );
      }
    }
  }

  #isBoxed(operand: Operand | undefined): boolean {
    if (operand === undefined || operand.kind === 'dot') return this.#boxedDot;
    return operand.kind === 'variable' && this.#variable(operand.name)?.boxed === true;
  }

  /** A field of a map, or the error for another value. Source: exec.go evalField. */
  #field(value: TemplateValue, name: string, place: Place, boxed: boolean): TemplateValue {
    if (value === undefined) return undefined;
    if (value === null) {
      return this.#fail(`nil pointer evaluating interface {}.${name}`, place);
    }
    if (isData(value) && isJsonObject(value)) {
      return Object.hasOwn(value, name) ? value[name] : undefined;
    }
    const type = boxed ? 'interface {}' : typeName(value);
    return this.#fail(`can't evaluate field ${name} in type ${type}`, place);
  }

  /** Source: exec.go errorf, parse.go ErrorContext. */
  #fail(message: string, place: Place | undefined): never {
    const at = place?.at ?? 0;
    const before = this.#template.slice(0, at);
    const line = before.split('\n').length;
    const column = at - (before.lastIndexOf('\n') + 1);
    const where = `executing ${JSON.stringify(this.#name)} at <${place?.source ?? ''}>`;
    throw new TemplateError(`${line}:${column}: ${where}: ${message}`);
  }
}

/** A value as reflect names it: a string is itself. Source: reflect Value.String. */
const reflected = (value: TemplateValue): string =>
  typeof value === 'string' ? value : `<${typeName(value)} Value>`;
