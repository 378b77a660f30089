/**
 * The strategy of CustomResourceDefinitions.
 *
 * Models k8s.io/apiextensions-apiserver pkg/registry/customresourcedefinition strategy.go, its
 * defaults and validation, and the deletion that leaves a finalizer (etcd.go Delete).
 */
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '#k8s.io/api/apiextensions/v1';
import {
  childPath,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { dns1035LabelErrors, dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import { immutableField, statusStrategy } from '../registry/common-strategies.ts';
import {
  type AnyStrategy,
  defineStrategy,
  withGeneration,
  withStatus,
} from '../registry/strategy.ts';
import { isTrue, withCondition } from './conditions.ts';
import { type Expressions, RuleCompiler } from './rules.ts';
import { checkSchema } from './schema-checks.ts';
import { checkVersion } from './version-checks.ts';

type Definition = CustomResourceDefinition;
type Errors = readonly FieldError[];

export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** Source: pkg/apis/apiextensions/v1 defaults.go. */
function withDefaults(definition: Definition): Definition {
  const { spec } = definition;
  if (spec?.names === undefined) return definition;
  const { kind, singular, listKind } = spec.names;
  return {
    ...definition,
    spec: {
      ...spec,
      names: {
        ...spec.names,
        singular: singular || kind.toLowerCase(),
        listKind: listKind || `${kind}List`,
      },
      conversion: spec.conversion ?? { strategy: 'None' },
    },
  };
}

const storedVersionsOf = ({ versions = [] }: CustomResourceDefinitionSpec): readonly string[] =>
  versions.filter(({ storage }) => storage).map(({ name }) => name);

export function crdStrategy(env: Expressions): AnyStrategy {
  const compiler = new RuleCompiler(env);
  return defineStrategy<Definition>({
    prepareForCreate(sent) {
      const definition = withDefaults(sent);
      const storedVersions = storedVersionsOf(definition.spec ?? ({} as never));
      const status = { conditions: [], acceptedNames: { plural: '', kind: '' }, storedVersions };
      return withGeneration(withStatus(definition, status), 1);
    },
    validate: (definition) => [
      ...validateDefinition(definition, compiler),
      ...storedErrors(definition),
    ],
    prepareForUpdate(sent, old) {
      const definition = withDefaults(sent);
      const stored = old.status?.storedVersions ?? [];
      const added = storedVersionsOf(definition.spec).filter((name) => !stored.includes(name));
      const status =
        added.length === 0 ? old.status : { ...old.status, storedVersions: [...stored, ...added] };
      const next = withStatus(definition, status);
      if (deepEqual(next.spec, old.spec)) return next;
      return withGeneration(next, (old.metadata.generation ?? 0) + 1);
    },
    validateUpdate(definition, old) {
      const { spec } = definition;
      const established = isTrue(old, 'Established');
      return [
        ...validateDefinition(definition, compiler),
        ...(established ? immutableField('spec', 'scope', spec.scope, old.spec.scope) : []),
        ...(established
          ? immutableField('spec.names', 'kind', spec.names.kind, old.spec.names.kind)
          : []),
        ...immutableField('spec', 'group', spec.group, old.spec.group),
        ...immutableField('spec.names', 'plural', spec.names.plural, old.spec.names.plural),
      ];
    },
    nameErrors: dns1123SubdomainErrors,
    status: statusStrategy<Definition>(),
    holdDeletion(definition, now) {
      const { finalizers = [], deletionTimestamp } = definition.metadata;
      if (deletionTimestamp !== undefined) return finalizers.length > 0 ? definition : undefined;
      const metadata = {
        ...definition.metadata,
        deletionTimestamp: now,
        finalizers: finalizers.includes(cleanupFinalizer)
          ? finalizers
          : [...finalizers, cleanupFinalizer],
      };
      return withCondition({ ...definition, metadata }, now, {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionPending',
        message:
          'CustomResourceDefinition marked for deletion; CustomResource deletion will be initiated soon',
      });
    },
  });
}

/** Source: ValidateCustomResourceDefinitionStoredVersions. */
const storedErrors = ({ status, spec }: Definition): Errors =>
  (spec ?? undefined) === undefined || (status?.storedVersions ?? []).length > 0
    ? []
    : [invalidValue('status.storedVersions', null, 'must have at least one stored version')];

/** Source: ValidateCustomResourceDefinition. */
function validateDefinition({ metadata, spec }: Definition, compiler: RuleCompiler): Errors {
  if ((spec ?? undefined) === undefined) return [required('spec')];
  const { group = '', scope, names, versions = [], conversion } = spec;
  const errors: FieldError[] = [];
  const wanted = `${names?.plural ?? ''}.${group}`;
  if (metadata.name !== wanted) {
    const why = 'must be spec.names.plural+"."+spec.group';
    errors.push(invalidValue('metadata.name', metadata.name, why));
  }
  if (group === '') errors.push(required('spec.group'));
  else if (dns1123SubdomainErrors(group).length > 0) {
    errors.push(invalidValue('spec.group', group, dns1123SubdomainErrors(group).join(',')));
  } else if (!group.includes('.')) {
    errors.push(invalidValue('spec.group', group, 'should be a domain with at least one dot'));
  }
  const scopes = ['Cluster', 'Namespaced'];
  if (!scope) errors.push(required('spec.scope'));
  else if (!scopes.includes(scope)) errors.push(notSupported('spec.scope', scope, scopes));
  errors.push(...validateVersions(versions, compiler), ...validateNames(spec));
  const strategies = ['None', 'Webhook'];
  const at = 'spec.conversion.strategy';
  if (conversion !== undefined && !strategies.includes(conversion.strategy)) {
    errors.push(
      conversion.strategy ? notSupported(at, conversion.strategy, strategies) : required(at),
    );
  }
  if (conversion?.strategy === 'Webhook') errors.push(...validateWebhook(spec));
  if (spec.preserveUnknownFields === true) {
    const why =
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
    errors.push(invalidValue('spec.preserveUnknownFields', true, why));
  }
  return errors;
}

/** Source: validateCustomResourceConversion. */
function validateWebhook({ conversion, versions = [] }: CustomResourceDefinitionSpec): Errors {
  const at = 'spec.conversion';
  const { clientConfig, conversionReviewVersions = [] } = conversion?.webhook ?? {};
  const errors: FieldError[] = [];
  if (clientConfig === undefined) errors.push(required(`${at}.webhook.clientConfig`));
  else if ((clientConfig.service === undefined) === (clientConfig.url === undefined)) {
    const why = 'exactly one of url or service is required';
    errors.push(required(`${at}.webhook.clientConfig`, why));
  }
  if (conversionReviewVersions.length === 0) {
    errors.push(required(`${at}.webhook.conversionReviewVersions`));
  }
  if (versions.some(({ subresources }) => subresources !== undefined)) {
    const why = 'this simulator converts by webhook only custom resources without subresources';
    errors.push(invalidValue(`${at}.strategy`, 'Webhook', why));
  }
  return errors;
}

/** Upstream prints the members of the internal struct, which has no JSON names. */
const goVersion = (version: CustomResourceDefinitionVersion) => ({
  Name: version.name,
  Served: version.served,
  Storage: version.storage,
  Deprecated: version.deprecated ?? false,
  DeprecationWarning: version.deprecationWarning ?? null,
  Schema: version.schema ?? null,
  Subresources: version.subresources ?? null,
  AdditionalPrinterColumns: version.additionalPrinterColumns ?? null,
  SelectableFields: version.selectableFields ?? null,
});

function validateVersions(
  versions: readonly CustomResourceDefinitionVersion[],
  compiler: RuleCompiler,
): Errors {
  const errors: FieldError[] = [];
  const names = versions.map(({ name }) => name);
  for (const [index, version] of versions.entries()) {
    const path = indexPath('spec.versions', index);
    const wrong = dns1035LabelErrors(version.name ?? '');
    if (wrong.length > 0) {
      errors.push(invalidValue(childPath(path, 'name'), version.name ?? '', wrong.join(',')));
    }
    const schema = version.schema?.openAPIV3Schema;
    const at = childPath(path, 'schema', 'openAPIV3Schema');
    if (schema === undefined) errors.push(required(at, 'schemas are required'));
    else errors.push(...checkSchema(schema, at, compiler));
    errors.push(...checkVersion(version, path));
  }
  if (new Set(names).size < names.length) {
    const why = 'must contain unique version names';
    errors.push(invalidValue('spec.versions', versions.map(goVersion), why));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const why = 'must have exactly one version marked as storage version';
    errors.push(invalidValue('spec.versions', versions.map(goVersion), why));
  }
  return errors;
}

/** Source: ValidateCustomResourceDefinitionNames, and the required names. */
function validateNames({ names }: CustomResourceDefinitionSpec): Errors {
  const { plural = '', singular = '', kind = '', listKind = '', shortNames = [] } = names ?? {};
  const { categories = [] } = names ?? {};
  const at = (name: string): string => childPath('spec.names', name);
  const errors: FieldError[] = [];
  for (const [name, value] of [
    ['plural', plural],
    ['singular', singular],
  ] as const) {
    const wrong = dns1035LabelErrors(value);
    if (value === '') errors.push(required(at(name)));
    else if (wrong.length > 0) errors.push(invalidValue(at(name), value, wrong.join(',')));
  }
  for (const [name, value] of [
    ['kind', kind],
    ['listKind', listKind],
  ] as const) {
    const wrong = dns1035LabelErrors(value.toLowerCase());
    if (value === '') errors.push(required(at(name)));
    else if (wrong.length > 0) {
      const why = `may have mixed case, but should otherwise match: ${wrong.join(',')}`;
      errors.push(invalidValue(at(name), value, why));
    }
  }
  for (const [name, values] of [
    ['shortNames', shortNames],
    ['categories', categories],
  ] as const) {
    for (const [index, value] of values.entries()) {
      const wrong = dns1035LabelErrors(value);
      if (wrong.length > 0)
        errors.push(invalidValue(indexPath(at(name), index), value, wrong.join(',')));
    }
  }
  if (kind !== '' && kind === listKind) {
    errors.push(invalidValue(at('listKind'), listKind, 'kind and listKind may not be the same'));
  }
  return errors;
}
