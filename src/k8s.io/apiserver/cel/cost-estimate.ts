/**
 * How much a checked expression can cost at most, before it is evaluated.
 *
 * Models cel-go checker/cost.go Cost and k8s.io/apiserver pkg/cel/library cost.go. In: the tree of
 * an expression, and the type of `self`. Out: a cost. Macros cost what they stand for: a condition,
 * a step and a result.
 */
import { functionCost } from './cost-functions.ts';
import {
  addSizes,
  exactly,
  plus,
  scaled,
  times,
  traversal,
  union,
  unknownSize,
  type Value,
} from './cost-sizes.ts';
import type { DeclType } from './decl-type.ts';

/** A node of a tree, as the library has it. */
export interface CostNode {
  readonly op: string;
  readonly args: unknown;
}

/** Source: common SelectAndIdentCost, ListCreateBaseCost, MapCreateBaseCost. */
const identCost = 1;
const listCost = 10;
const mapCost = 30;

const one = exactly(1);
type Scope = ReadonlyMap<string, Value>;

/** Source: Cost, for the rules of a schema: `self` and `oldSelf` have its type. */
export function estimatedCost(tree: unknown, self: DeclType): number {
  const known = ofDeclared(self);
  return costOf(
    nodeOf(tree),
    new Map([
      ['self', known],
      ['oldSelf', known],
    ]),
  ).cost;
}

const nodeOf = (value: unknown): CostNode => value as CostNode;
const nodesOf = (value: unknown): readonly CostNode[] => value as readonly CostNode[];

const ofDeclared = (declared: DeclType | undefined, cost = 0): Value =>
  declared === undefined
    ? { cost, kind: 'dyn', size: unknownSize }
    : { cost, kind: declared.kind, size: { min: 0, max: declared.maxElements }, declared };

const scalar = (cost: number): Value => ({ cost, kind: 'scalar', size: one });

function costOf(node: CostNode, scope: Scope): Value {
  const { op, args } = node;
  const inner = (value: unknown): Value => costOf(nodeOf(value), scope);
  switch (op) {
    case 'value':
      return literal(args);
    case 'id': {
      const known = scope.get(String(args));
      return known === undefined ? ofDeclared(undefined, 1) : { ...known, cost: identCost };
    }
    case '.':
      return select(inner(nodesOf(args)[0]), String((args as readonly unknown[])[1]));
    case '.?':
      return ofDeclared(undefined, plus(inner(nodesOf(args)[0]).cost, 1));
    case '[]':
    case '[?]': {
      const [from, at] = nodesOf(args).map(inner);
      const cost = plus(1, plus(from?.cost ?? 0, at?.cost ?? 0));
      const value = ofDeclared(from?.declared?.element, cost);
      return from?.items === undefined ? value : { ...value, size: from.items };
    }
    case 'list':
      return list(nodesOf(args).map(inner));
    case 'map': {
      const parts = (args as readonly (readonly CostNode[])[]).flat().map(inner);
      const size = exactly(parts.length / 2);
      return { cost: plus(sum(parts), mapCost), kind: 'map', size };
    }
    case '?:':
      return conditional(nodesOf(args).map(inner));
    case 'call': {
      const [name, words] = args as readonly [string, readonly CostNode[]];
      return call(name, undefined, words, scope);
    }
    case 'rcall': {
      const [name, target, words] = args as readonly [string, CostNode, readonly CostNode[]];
      return call(name, target, words, scope);
    }
    default:
      return Array.isArray(args)
        ? operation(op, nodesOf(args).map(inner))
        : scalar(plus(1, inner(args).cost));
  }
}

const sum = (values: readonly Value[]): number =>
  values.reduce((total, { cost }) => plus(total, cost), 0);

/** Source: computeExprSize. */
function literal(value: unknown): Value {
  if (typeof value === 'string') {
    return { cost: 0, kind: 'string', size: exactly([...value].length) };
  }
  if (value instanceof Uint8Array) return { cost: 0, kind: 'bytes', size: exactly(value.length) };
  return scalar(0);
}

/** Source: costSelect. */
function select(from: Value, name: string): Value {
  const { declared } = from;
  const isCounted = from.kind === 'map' || from.kind === 'object';
  const type = declared?.kind === 'map' ? declared.element : declared?.fields?.get(name);
  return ofDeclared(type, plus(from.cost, isCounted ? identCost : 0));
}

function list(items: readonly Value[]): Value {
  const sizes = items.map(({ size }) => size);
  return {
    cost: plus(sum(items), listCost),
    kind: 'list',
    size: exactly(items.length),
    items: sizes.length === 0 ? exactly(0) : sizes.reduce(union),
  };
}

function conditional([condition, yes, no]: readonly Value[]): Value {
  if (condition === undefined || yes === undefined || no === undefined) return scalar(0);
  const cost = plus(condition.cost, Math.max(yes.cost, no.cost));
  const items = yes.items && no.items && union(yes.items, no.items);
  return { ...yes, cost, size: union(yes.size, no.size), items };
}

/** Source: functionCost, the operators. */
function operation(op: string, [left, right = left]: readonly Value[]): Value {
  if (left === undefined || right === undefined) return scalar(1);
  const both = plus(left.cost, right.cost);
  const kind = left.kind === 'dyn' ? right.kind : left.kind;
  const smaller = scaled(Math.min(left.size.max, right.size.max), traversal);
  switch (op) {
    case '&&':
    case '||':
      return scalar(both);
    case '==':
    case '!=':
      return scalar(plus(both, smaller));
    case '<':
    case '<=':
    case '>':
    case '>=':
      return scalar(plus(both, kind === 'scalar' ? 1 : Math.max(1, smaller)));
    case 'in':
      return scalar(plus(both, right.kind === 'map' ? 1 : Math.max(1, right.size.max)));
    case '+': {
      const size = addSizes(left.size, right.size);
      if (kind === 'scalar') return scalar(plus(both, 1));
      const items = left.items && right.items && union(left.items, right.items);
      const cost = kind === 'list' ? 1 : scaled(size.max, traversal);
      return { cost: plus(both, cost), kind, size, items };
    }
    default:
      return scalar(plus(both, 1));
  }
}

/** What each step of a loop costs, and its result. Source: cel-go parser/macro.go. */
const loops: Readonly<Record<string, (body: number) => readonly [step: number, around: number]>> = {
  all: (body) => [body + 3, 1],
  exists: (body) => [body + 4, 1],
  exists_one: (body) => [body + 2, 2],
  filter: (body) => [body + listCost + 3, listCost + 1],
  map: (body) => [body + listCost + 2, listCost + 1],
};
const lists: ReadonlySet<string> = new Set(['map', 'filter']);

function call(
  name: string,
  target: CostNode | undefined,
  words: readonly CostNode[],
  scope: Scope,
): Value {
  const [first, second, third] = words;
  if (name === 'has' && first !== undefined) {
    // Asking whether a field is there costs nothing but the way to it.
    return scalar(costOf(nodeOf(nodesOf(first.args)[0]), scope).cost);
  }
  if (name === 'bind' && first !== undefined && second !== undefined && third !== undefined) {
    const value = costOf(second, scope);
    const result = costOf(third, new Map(scope).set(String(first.args), value));
    return { ...result, cost: plus(result.cost, plus(value.cost, listCost)) };
  }
  const loop = Object.hasOwn(loops, name) ? loops[name] : undefined;
  if (loop !== undefined && target !== undefined && first?.op === 'id' && second !== undefined) {
    return looped(name, loop, costOf(target, scope), words, scope);
  }
  const from = target && costOf(target, scope);
  const values = words.map((word) => costOf(word, scope));
  const own = functionCost(name, from, values);
  return { ...own, cost: plus(own.cost, plus(from?.cost ?? 0, sum(values))) };
}

/** Source: costComprehension. */
function looped(
  name: string,
  loop: NonNullable<(typeof loops)[string]>,
  range: Value,
  words: readonly CostNode[],
  scope: Scope,
): Value {
  const inside = new Map(scope);
  // With two variables the first is the index or the key, as the only one of a map is.
  const variables = words.length === 3 && name !== 'map' ? 2 : 1;
  for (const [index, { args }] of words.slice(0, variables).entries()) {
    const isPlace = index === 0 && (range.kind === 'map' || variables === 2);
    inside.set(String(args), isPlace ? placeIn(range) : itemOf(range));
  }
  const body = sum(words.slice(variables).map((each) => costOf(each, inside)));
  const [step, around] = loop(body);
  const cost = plus(plus(range.cost, around), times(range.size.max, step));
  return lists.has(name) ? { cost, kind: 'list', size: range.size } : scalar(cost);
}

/** The declaration of a map's keys has no size. */
const placeIn = ({ kind }: Value): Value =>
  kind === 'map' ? { cost: 0, kind: 'string', size: exactly(0) } : scalar(0);

function itemOf({ declared, items }: Value): Value {
  if (items !== undefined) return { cost: 0, kind: 'dyn', size: items };
  return ofDeclared(declared?.element);
}
