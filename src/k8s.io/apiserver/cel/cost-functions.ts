/**
 * What functions of CEL and of Kubernetes' libraries cost at most.
 *
 * Models k8s.io/apiserver pkg/cel/library cost.go EstimateCallCost and the functions of cel-go
 * checker/cost.go functionCost. In: a name and what is known of its target and arguments. Out: the
 * cost of the call itself, and how large its result can be.
 */
import {
  exactly,
  matchCost,
  plus,
  replacedSize,
  type Size,
  scaled,
  times,
  timesSizes,
  traversal,
  unknownSize,
  type Value,
} from './cost-sizes.ts';
import { goMatches } from './go-regexps.ts';

const one = exactly(1);
const flat = (cost: number): Value => ({ cost, kind: 'scalar', size: one });
const text = (cost: number, size: Size): Value => ({ cost, kind: 'string', size });

/** Source: baseSelectorCost and its parts: a list and a struct for every two characters. */
const selectorCost = ({ max }: Size): number =>
  plus(10, plus(scaled(max, traversal), scaled(scaled(max, 0.5), 50)));

/** Source: cel.MaxNameFormatRegexSize times RegexStringLengthCostFactor. */
const formatFactor = 128 * 0.25;

const traversed = ({ size }: Value): Value => flat(scaled(size.max, traversal));
const sameText = ({ size }: Value): Value => text(scaled(size.max, traversal), size);

/** The size of a list's items. */
const itemSize = ({ items, declared }: Value): Size | undefined =>
  items ?? (declared?.element && { min: 0, max: declared.element.maxElements });

type Cost = (target: Value, ...args: readonly Value[]) => Value;
const nothing: Value = { cost: 0, kind: 'dyn', size: unknownSize };

/** Each item is compared once. */
const compared: Cost = (target) => {
  const items = itemSize(target);
  if (items === undefined) return traversed(target);
  const isText = target.declared?.element?.kind === 'string' || target.declared === undefined;
  return flat(times(target.size.max, plus(1, isText ? scaled(items.max, traversal) : 0)));
};

const joined: Cost = (target, separator) => {
  const items = itemSize(target) ?? exactly(0);
  const between = { min: Math.max(0, target.size.min - 1), max: Math.max(0, target.size.max - 1) };
  const parts = timesSizes(target.size, items);
  const rest = separator === undefined ? exactly(0) : timesSizes(separator.size, between);
  const size = { min: plus(parts.min, rest.min), max: plus(parts.max, rest.max) };
  return text(scaled(size.max, traversal), size);
};

const sets =
  (factor: number): Cost =>
  (_target, left = nothing, right = nothing) =>
    flat(plus(1, scaled(times(left.size.max, right.size.max), factor)));

/** Functions with a target, which has a value: a text, a list. */
const methods: Readonly<Record<string, Cost>> = {
  check: () => flat(350_000),
  fieldSelector: (_target, selector = nothing) => flat(selectorCost(selector.size)),
  labelSelector: (_target, selector = nothing) => flat(selectorCost(selector.size)),
  isSorted: compared,
  sum: compared,
  max: compared,
  min: compared,
  indexOf: compared,
  lastIndexOf: compared,
  lowerAscii: sameText,
  upperAscii: sameText,
  substring: sameText,
  trim: sameText,
  replace: (target, from = nothing, to = nothing) =>
    text(scaled(target.size.max, 2 * traversal), replacedSize(target.size, from.size, to.size)),
  split: ({ size }) => ({
    cost: scaled(size.max, 2 * traversal),
    kind: 'list',
    size: { min: 0, max: size.max },
  }),
  join: joined,
  [goMatches]: (target, pattern = nothing) => flat(matchCost(target.size, pattern.size)),
  find: (target, pattern = nothing) =>
    text(matchCost(target.size, pattern.size), { min: 0, max: target.size.max }),
  findAll: (target, pattern = nothing) => ({
    cost: matchCost(target.size, pattern.size),
    kind: 'list',
    size: { min: 0, max: target.size.max },
  }),
  contains: (target, part = nothing) =>
    flat(times(scaled(target.size.max, traversal), scaled(part.size.max, traversal))),
  startsWith: (_target, part = nothing) => traversed(part),
  endsWith: (_target, part = nothing) => traversed(part),
  format: (target) => text(scaled(target.size.max, traversal), unknownSize),
  validate: (_target, value = nothing) =>
    flat(scaled(scaled(value.size.max, traversal), formatFactor)),
};

/** Functions without a target, and those in a namespace. */
const functions: Readonly<Record<string, Cost>> = {
  url: (_none, value = nothing) => traversed(value),
  cidr: (_none, value = nothing) => traversed(value),
  isIP: (_none, value = nothing) => traversed(value),
  isCIDR: (_none, value = nothing) => traversed(value),
  ip: (_none, value = nothing) => traversed(value),
  quantity: (_none, value = nothing) => traversed(value),
  isQuantity: (_none, value = nothing) => traversed(value),
  semver: (_none, value = nothing) => traversed(value),
  isSemver: (_none, value = nothing) => traversed(value),
  isCanonical: (_none, value = nothing) => flat(scaled(value.size.max, 2 * traversal)),
  contains: sets(1),
  intersects: sets(1),
  equivalent: sets(2),
  string: (_none, value = nothing) =>
    value.kind === 'bytes'
      ? text(scaled(value.size.max, traversal), value.size)
      : text(1, unknownSize),
  bytes: (_none, value = nothing) => ({
    cost: scaled(value.size.max, traversal),
    kind: 'bytes',
    size: { min: value.size.min, max: times(value.size.max, 4) },
  }),
  // Only switches the checker off.
  dyn: (_none, value = nothing) => ({ ...value, cost: 1 }),
};

/** What the call itself costs. Whatever is not named takes one step. */
export function functionCost(
  name: string,
  target: Value | undefined,
  args: readonly Value[],
): Value {
  const table = target === undefined || isNamespace(target, name, args) ? functions : methods;
  const cost = Object.hasOwn(table, name) ? table[name] : undefined;
  return cost === undefined ? flat(1) : cost(target ?? nothing, ...args);
}

/** `sets.contains(a, b)`: `sets` is a namespace. */
const isNamespace = ({ kind }: Value, name: string, { length }: readonly Value[]): boolean =>
  kind === 'dyn' &&
  ((['contains', 'intersects', 'equivalent'].includes(name) && length === 2) ||
    name === 'isCanonical');
