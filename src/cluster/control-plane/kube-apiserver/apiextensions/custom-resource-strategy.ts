/**
 * The strategy and conversion of one version of a custom resource.
 *
 * Models k8s.io/apiextensions-apiserver pkg/registry/customresource strategy.go and
 * pkg/apiserver/conversion (strategy None: only the apiVersion changes).
 */
import { defined } from '#base/defined';
import type {
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '#k8s.io/api/apiextensions/v1';
import { type FieldError, goQuote, invalidValue } from '#k8s.io/apimachinery/field-error';
import { asJson, asObject, deepEqual, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import type { Conversion } from '../registry/store-options.ts';
import {
  type AnyStrategy,
  defineStrategy,
  withGeneration,
  withStatus,
} from '../registry/strategy.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { isCustom } from './custom-resource-info.ts';
import { checkRules, type RuleCompiler, ruleTree } from './rules.ts';
import { defaulted, pruned } from './schema-coercion.ts';
import { validateValue } from './schema-validation.ts';
import { valuesAt } from './simple-path.ts';

const everything: JSONSchemaProps = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
};

const schemaOf = ({ schema }: CustomResourceDefinitionVersion): JSONSchemaProps =>
  schema?.openAPIV3Schema ?? everything;

/** After these errors, rules could meet values of the wrong type. Source: hasBlockingErr. */
const blocking: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);
const notChecked = invalidValue(
  '<nil>',
  null,
  'some validation rules were not checked because the object was invalid; correct the existing ' +
    'errors to complete validation',
);

const noProblems: readonly string[] = [];

/**
 * `unknown field "spec.x"` for each field that the schema of a custom resource does not have. A
 * Scale has a kind of its own and is not checked by that schema.
 */
export function unknownCustomFields(
  { resource, attrs }: { readonly resource: ResourceInfo; readonly attrs: RequestAttributes },
  object: KubeObject,
): readonly string[] {
  if (!isCustom(resource) || attrs.subresource === 'scale') return noProblems;
  const unknown: string[] = [];
  pruned(schemaOf(resource.custom), asJson(object), unknown);
  return unknown.map((path) => `unknown field "${path}"`);
}

/** Fits an object to the schema of a version. */
export function shapedBy(
  version: CustomResourceDefinitionVersion,
): (object: KubeObject) => KubeObject {
  const schema = schemaOf(version);
  return (object) => asObject<KubeObject>(defaulted(schema, pruned(schema, asJson(object))));
}

/** Of objects that are converted before they are written, and after they are read. */
export function storedAsSent(storage: CustomResourceDefinitionVersion): Conversion {
  const shaped = shapedBy(storage);
  return { toStorage: shaped, fromStorage: (object) => object, readBack: shaped };
}

/** To the stored version: pruned and with defaults. From it: only the version changes. */
export function customConversion(
  version: CustomResourceDefinitionVersion,
  apiVersion: string,
  storageVersion: string,
): Conversion {
  const schema = schemaOf(version);
  const shaped = shapedBy(version);
  return {
    toStorage: (object) => ({ ...shaped(object), apiVersion: storageVersion }),
    // What a webhook adds is pruned as well. Source: schemaCoercingDecoder.
    readBack: shaped,
    fromStorage(object) {
      // Defaults of a newer schema appear when an old object is read.
      const read = asObject<KubeObject>(defaulted(schema, asJson(object)));
      return read.apiVersion === apiVersion ? read : { ...read, apiVersion };
    },
  };
}

const standardFinalizers = ['orphan', 'foregroundDeletion', 'kubernetes'];

/** Source: customresource validator.go validateKubeFinalizerName. */
function finalizerWarnings({ metadata }: KubeObject, old: readonly string[]): readonly string[] {
  const added = (metadata.finalizers ?? []).filter((name) => !old.includes(name));
  return [...new Set(added)].sort().flatMap((name) => {
    const field = `metadata.finalizers: ${goQuote(name)}`;
    const texts = qualifiedNameErrors(name).map((why) => `${field}: ${why}`);
    if (name.includes('/') || standardFinalizers.includes(name)) return texts;
    const form = name.includes('.') ? ' including a path (/)' : '';
    const advice =
      `prefer a domain-qualified finalizer name${form} to avoid accidental conflicts with ` +
      'other finalizer writers';
    return [...texts, `${field}: ${advice}`];
  });
}

export function customStrategy(
  version: CustomResourceDefinitionVersion,
  compiler: RuleCompiler,
): AnyStrategy {
  const schema = schemaOf(version);
  const rules = ruleTree(schema, compiler);
  const check = (object: KubeObject, old: KubeObject | undefined): readonly FieldError[] => {
    const errors = validateValue(schema, asJson(object), '', compiler.regexp);
    if (rules === undefined) return errors;
    if (errors.some(({ type }) => blocking.has(type))) return [...errors, notChecked];
    return [...errors, ...checkRules(rules, asJson(object), old && (asJson(old) as JsonValue), '')];
  };
  const hasStatus = version.subresources?.status !== undefined;
  const body = (object: KubeObject): object => {
    const { metadata: _, status, ...rest } = object;
    return hasStatus ? rest : { ...rest, status };
  };
  const counted = (object: KubeObject, old: KubeObject): KubeObject =>
    deepEqual(body(object), body(old))
      ? withGeneration(object, old.metadata.generation ?? 1)
      : withGeneration(object, (old.metadata.generation ?? 0) + 1);
  return defineStrategy<KubeObject>({
    prepareForCreate: (object) =>
      withGeneration(hasStatus ? withStatus(object, undefined) : object, 1),
    validate: (object) => check(object, undefined),
    prepareForUpdate: (object, old) =>
      counted(hasStatus ? withStatus(object, old.status) : object, old),
    validateUpdate: check,
    warningsOnCreate: (object) => finalizerWarnings(object, []),
    warningsOnUpdate: (object, old) => finalizerWarnings(object, old.metadata.finalizers ?? []),
    kubeFinalizers: false,
    unconditionalUpdate: false,
    fields: Object.fromEntries(
      (version.selectableFields ?? []).map(({ jsonPath }) => [
        jsonPath.replace(/^\./, ''),
        (object: KubeObject) => String(valuesAt(asJson(object), jsonPath)[0] ?? ''),
      ]),
    ),
    ...(hasStatus && {
      status: {
        // Only the status and the resourceVersion come from the new object.
        prepareForUpdate: (object, old) => {
          const { labels, annotations, ...metadata } = old.metadata;
          return withStatus(
            {
              ...old,
              metadata: {
                ...metadata,
                ...defined({ labels, annotations }),
                resourceVersion: object.metadata.resourceVersion,
              },
            },
            object.status,
          );
        },
        validateUpdate: check,
      },
    }),
  });
}
