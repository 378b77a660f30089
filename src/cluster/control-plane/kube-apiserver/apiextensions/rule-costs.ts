/**
 * What the rules of a schema can cost, and which of them are refused for it.
 *
 * Models k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation validation.go and
 * cel_validation.go. In: schemas and compiled rules. Out: field errors.
 */
import type { JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import { type FieldError, forbiddenField } from '#k8s.io/apimachinery/field-error';
import type { Program } from '#k8s.io/apiserver/cel/program';
import { declTypeOf, largestRequest } from './schema-decl-type.ts';

/** Source: StaticEstimatedCostLimit, StaticEstimatedCRDCostLimit. */
const limitOfRule = 10_000_000;
const limitOfSchema = 100_000_000;
/** How many rules are named when all together cost too much. */
const mostNamed = 4;

interface ObservedCost {
  readonly path: string;
  readonly cost: number;
}

/** The place of a schema: how often a value of it can be in an object; absent: nobody knows. */
export type Cardinality = number | undefined;

/** Adds up the costs of one schema. Source: TotalCost. */
export class RuleCosts {
  #total = 0;
  #observed: readonly ObservedCost[] = [];

  /** Source: getExpressionCost for a rule. */
  rule(
    program: Program,
    schema: JSONSchemaProps,
    isRoot: boolean,
    often: Cardinality,
    at: string,
  ): readonly FieldError[] {
    const self = declTypeOf(schema, isRoot);
    if (self === undefined) return [];
    const times = often ?? Math.floor(largestRequest / (self.minSerializedSize + 1));
    return this.#judge('estimated rule cost', program.estimate(self) * times, at);
  }

  /** A `messageExpression` is evaluated once. */
  message(
    program: Program,
    schema: JSONSchemaProps,
    isRoot: boolean,
    at: string,
  ): readonly FieldError[] {
    const self = declTypeOf(schema, isRoot);
    if (self === undefined) return [];
    return this.#judge('estimated messageExpression cost', program.estimate(self), at);
  }

  #judge(what: string, cost: number, path: string): readonly FieldError[] {
    this.#total += cost;
    // Those that cost the most, the most expensive first.
    this.#observed = [...this.#observed, ...(cost < limitOfSchema / 100 ? [] : [{ path, cost }])]
      .sort((a, b) => b.cost - a.cost)
      .slice(0, mostNamed);
    return cost > limitOfRule ? [forbiddenField(path, tooExpensive(what, cost, limitOfRule))] : [];
  }

  /** What is said when all rules of the schema at a path cost too much together. */
  together(path: string): readonly FieldError[] {
    if (this.#total <= limitOfSchema) return [];
    const why =
      'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#observed.map((each) => forbiddenField(each.path, why)),
      forbiddenField(path, tooExpensive(what, this.#total, limitOfSchema)),
    ];
  }
}

/** Source: getCostErrorMessage. */
function tooExpensive(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  let shown = `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  if (factor > 100) shown = 'more than 100x';
  return (
    `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding ` +
    'maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'
  );
}

/** How often the parts of a schema are there. Source: childContext, extractMaxElements. */
export function cardinalityOfParts(schema: JSONSchemaProps, own: Cardinality): Cardinality {
  if (own === undefined) return undefined;
  const { type, additionalProperties, maxProperties, maxItems } = schema;
  const isMap = type === 'object' && additionalProperties !== undefined;
  if (!isMap && type !== 'array') return own;
  const most = isMap ? maxProperties : maxItems;
  return most === undefined ? undefined : own * Math.max(0, most);
}
