/**
 * Checks of webhook configurations.
 * Source: kubernetes pkg/apis/admissionregistration/validation, apiserver pkg/util/webhook.
 */
import type {
  MutatingWebhook,
  ValidatingWebhook,
  WebhookClientConfig,
} from '#k8s.io/api/admissionregistration/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { dns1123SubdomainErrors, portNumberErrors } from '#k8s.io/apimachinery/validation';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { Composition } from '../../admission/policy/composition.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';
import { validateMatchConditions } from './policies.ts';
import { validateFailurePolicy, validateRule } from './rules.ts';

type Errors = readonly FieldError[];
type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;
type Configuration = KubeObject & { readonly webhooks?: readonly Webhook[] };

const sideEffectClasses = ['None', 'NoneOnDryRun'];
const reviewVersions = ['v1', 'v1beta1'];
const form = '; desired format: https://host[/path]';

export function validateWebhookConfiguration(object: KubeObject, cel: Cel): Errors {
  const { webhooks = [] } = object as Configuration;
  const names = new Set<string>();
  return webhooks.flatMap((webhook, index) => {
    const path = indexPath('webhooks', index);
    const errors = [...validateWebhook(webhook, path, cel), ...validateVersions(webhook, path)];
    if (webhook.name !== '' && names.has(webhook.name)) {
      errors.push(duplicate(childPath(path, 'name'), webhook.name));
    }
    names.add(webhook.name);
    return errors;
  });
}

function validateWebhook(webhook: Webhook, path: string, cel: Cel): Errors {
  const { sideEffects, timeoutSeconds, matchPolicy, reinvocationPolicy } = webhook;
  const at = (name: string): string => childPath(path, name);
  const errors: FieldError[] = [...validateName(webhook.name ?? '', at('name'))];
  for (const [index, rule] of (webhook.rules ?? []).entries()) {
    errors.push(...validateRule(rule, indexPath(at('rules'), index)));
  }
  errors.push(...validateFailurePolicy(webhook.failurePolicy, path));
  if (matchPolicy !== undefined && matchPolicy !== 'Exact' && matchPolicy !== 'Equivalent') {
    errors.push(notSupported(at('matchPolicy'), matchPolicy, ['Equivalent', 'Exact']));
  }
  if (sideEffects === undefined) {
    errors.push(required(at('sideEffects'), 'must specify one of None, NoneOnDryRun'));
  } else if (!sideEffectClasses.includes(sideEffects)) {
    errors.push(notSupported(at('sideEffects'), sideEffects, sideEffectClasses));
  }
  if (timeoutSeconds !== undefined && (timeoutSeconds > 30 || timeoutSeconds < 1)) {
    const why = 'the timeout value must be between 1 and 30 seconds';
    errors.push(invalidValue(at('timeoutSeconds'), timeoutSeconds, why));
  }
  for (const name of ['namespaceSelector', 'objectSelector'] as const) {
    const selector = webhook[name];
    if (selector !== undefined) errors.push(...validateLabelSelector(selector, at(name)));
  }
  const supported = ['IfNeeded', 'Never'];
  if (reinvocationPolicy !== undefined && !supported.includes(reinvocationPolicy)) {
    errors.push(notSupported(at('reinvocationPolicy'), reinvocationPolicy, supported));
  }
  errors.push(...validateClient(webhook.clientConfig ?? {}, at('clientConfig')));
  const composition = new Composition(cel, false);
  const compile = (expression: string) => composition.compileCondition(expression);
  errors.push(...validateMatchConditions(webhook.matchConditions, compile, at('matchConditions')));
  return errors;
}

/** Source: IsFullyQualifiedName. */
function validateName(name: string, path: string): Errors {
  if (name === '') return [required(path)];
  const errors = dns1123SubdomainErrors(name).map((why) => invalidValue(path, name, why));
  if (errors.length > 0) return errors;
  if (name.split('.').length >= 3) return [];
  return [
    invalidValue(path, name, 'should be a domain with at least three segments separated by dots'),
  ];
}

function validateClient({ url, service }: WebhookClientConfig, path: string): Errors {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return validateUrl(url, childPath(path, 'url'));
  if (service === undefined) return [];
  const at = childPath(path, 'service');
  const { name = '', namespace = '', path: urlPath = '', port = 443 } = service;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(childPath(at, 'name'), 'service name is required'));
  if (namespace === '') {
    errors.push(required(childPath(at, 'namespace'), 'service namespace is required'));
  }
  const wrong = portNumberErrors(port);
  if (wrong.length > 0) {
    const why = `port is not valid: ${wrong.join(', ')}`;
    errors.push(invalidValue(childPath(at, 'port'), port, why));
  }
  if (urlPath !== '' && !urlPath.startsWith('/')) {
    errors.push(invalidValue(childPath(at, 'path'), urlPath, "must start with a '/'"));
  }
  return errors;
}

function validateUrl(url: string, path: string): Errors {
  const [, scheme = '', user = '', host = '', query = '', fragment = ''] =
    /^(?:([^:/]+):)?(?:\/\/(?:([^/@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/.exec(url) ??
    [];
  const errors: FieldError[] = [];
  if (scheme !== 'https') {
    const why = `'https' is the only allowed URL scheme${form}`;
    errors.push(invalidValue(path, scheme, why));
  }
  if (host === '') errors.push(invalidValue(path, host, `host must be provided${form}`));
  const refused: readonly (readonly [string, string])[] = [
    [user, 'user information is not permitted in the URL'],
    [fragment, 'fragments are not permitted in the URL'],
    [query, 'query parameters are not permitted in the URL'],
  ];
  for (const [part, why] of refused) if (part !== '') errors.push(invalidValue(path, part, why));
  return errors;
}

/** Source: validateAdmissionReviewVersions. */
function validateVersions(
  { admissionReviewVersions: versions = [] }: Webhook,
  path: string,
): Errors {
  const at = childPath(path, 'admissionReviewVersions');
  if (versions.length === 0) return [required(at, 'must specify one of v1, v1beta1')];
  const errors: FieldError[] = versions.flatMap((version, index) =>
    versions.indexOf(version) < index
      ? [invalidValue(indexPath(at, index), version, 'duplicate version')]
      : [],
  );
  if (!versions.some((version) => reviewVersions.includes(version))) {
    errors.push(invalidValue(at, versions, 'must include at least one of v1, v1beta1'));
  }
  return errors;
}
