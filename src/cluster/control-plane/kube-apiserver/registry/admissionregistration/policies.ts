/**
 * Checks of admission policies and their bindings; every expression must compile.
 * Source: kubernetes pkg/apis/admissionregistration/validation/validation.go.
 */
import type { Result } from '#base/result';
import type {
  MatchCondition,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingAdmissionPolicySpec,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicySpec,
  Validation,
  Variable,
} from '#k8s.io/api/admissionregistration/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  notSupported,
  required,
  tooMany,
} from '#k8s.io/apimachinery/field-error';
import {
  dns1035LabelErrors,
  dns1123SubdomainErrors,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Program } from '#k8s.io/apiserver/cel/program';
import { Composition } from '../../admission/policy/composition.ts';
import { compileMutation } from '../../admission/policy/mutating-evaluator.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';
import { validateFailurePolicy, validateMatchResources } from './rules.ts';

type Errors = readonly FieldError[];
const none: Errors = [];
const maxConditions = 64;
const actions = ['Audit', 'Deny', 'Warn'];
const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
/** Source: apiserver cel.IsCELIdentifier; reserved words are checked separately. */
const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;

const compiled = (path: string, text: string, result: Result<unknown, string>): Errors =>
  result.ok ? none : [invalidValue(path, text, result.error)];

/** Source: validateMatchConditions. */
export function validateMatchConditions(
  conditions: readonly MatchCondition[] = [],
  compile: (expression: string) => Result<Program, string>,
  path: string,
): Errors {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  if (conditions.length > maxConditions) {
    errors.push(tooMany(path, conditions.length, maxConditions));
  }
  for (const [index, { name = '', expression = '' }] of conditions.entries()) {
    const at = indexPath(path, index);
    const text = expression.trim();
    if (text === '') errors.push(required(childPath(at, 'expression')));
    else errors.push(...compiled(childPath(at, 'expression'), text, compile(text)));
    const nameAt = childPath(at, 'name');
    if (name === '') errors.push(required(nameAt));
    else if (seen.has(name)) errors.push(duplicate(nameAt, name));
    else errors.push(...qualifiedNameErrors(name).map((why) => invalidValue(nameAt, name, why)));
    seen.add(name);
  }
  return errors;
}

/** Source: validateParamKind. */
function validateParamKind(kind: ParamKind | undefined, path: string): Errors {
  if (kind === undefined) return none;
  const errors: FieldError[] = [];
  const { apiVersion = '', kind: name = '' } = kind;
  if (apiVersion === '') errors.push(required(childPath(path, 'apiVersion')));
  else if (apiVersion.split('/').length > 2) {
    const why = `unexpected GroupVersion string: ${apiVersion}`;
    errors.push(invalidValue(childPath(path, 'apiVersion'), apiVersion, why));
  }
  if (name === '') errors.push(required(childPath(path, 'kind')));
  else if (dns1035LabelErrors(name.toLowerCase()).length > 0) {
    const why = dns1035LabelErrors(name.toLowerCase()).join(',');
    const text = `may have mixed case, but should otherwise match: ${why}`;
    errors.push(invalidValue(childPath(path, 'kind'), name, text));
  }
  return errors;
}

type PolicySpec = ValidatingAdmissionPolicySpec | MutatingAdmissionPolicySpec;

/** What both kinds of policies have in common. */
function validatePolicySpec(spec: PolicySpec, composition: Composition): Errors {
  const constraints = spec.matchConstraints;
  const rules = childPath('spec', 'matchConstraints', 'resourceRules');
  return [
    ...validateFailurePolicy(spec.failurePolicy, 'spec'),
    ...validateParamKind(spec.paramKind, 'spec.paramKind'),
    ...(constraints === undefined
      ? [required('spec.matchConstraints')]
      : validateMatchResources(constraints, 'spec.matchConstraints')),
    ...(constraints !== undefined && (constraints.resourceRules ?? []).length === 0
      ? [required(rules)]
      : none),
    ...validateMatchConditions(
      spec.matchConditions,
      (expression) => composition.compileCondition(expression),
      'spec.matchConditions',
    ),
    ...(spec.variables ?? []).flatMap((variable, index) =>
      validateVariable(variable, composition, indexPath('spec.variables', index)),
    ),
  ];
}

function validateVariable(variable: Variable, composition: Composition, path: string): Errors {
  const { name = '', expression = '' } = variable;
  const errors: FieldError[] = [];
  if (name.trim() === '') errors.push(required(childPath(path, 'name'), 'name is not specified'));
  else if (!identifier.test(name)) {
    const why = 'name is not a valid CEL identifier';
    errors.push(invalidValue(childPath(path, 'name'), name, why));
  }
  const at = childPath(path, 'expression');
  if (expression.trim() === '') return [...errors, required(at, 'expression is not specified')];
  return [...errors, ...compiled(at, expression, composition.add(variable))];
}

export function validateValidatingPolicy(
  { spec, metadata }: ValidatingAdmissionPolicy,
  cel: Cel,
): Errors {
  const composition = new Composition(cel, spec.paramKind !== undefined);
  const common = validatePolicySpec(spec, composition);
  const { validations = [], auditAnnotations = [] } = spec;
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const why = 'validations or auditAnnotations must contain at least one item';
    return [...common, required('spec.validations', why), required('spec.auditAnnotations', why)];
  }
  const keys = new Set<string>();
  const annotations = auditAnnotations.flatMap(({ key, valueExpression }, index) => {
    const at = indexPath('spec.auditAnnotations', index);
    const errors: FieldError[] = qualifiedNameErrors(`${metadata.name}/${key}`).map((why) =>
      invalidValue(childPath(at, 'key'), `${metadata.name}/${key}`, why),
    );
    const text = valueExpression.trim();
    const valueAt = childPath(at, 'valueExpression');
    if (text === '') errors.push(required(valueAt, 'valueExpression is not specified'));
    else {
      const result = composition.compile(text, ['string', 'null']);
      errors.push(...compiled(valueAt, valueExpression, result));
    }
    if (keys.has(key)) errors.push(duplicate(childPath(at, 'key'), key));
    keys.add(key);
    return errors;
  });
  const checks = validations.flatMap((validation, index) =>
    validateValidation(validation, composition, indexPath('spec.validations', index)),
  );
  return [...common, ...checks, ...annotations];
}

function validateValidation(
  { expression = '', messageExpression = '', message = '', reason }: Validation,
  composition: Composition,
  path: string,
): Errors {
  const errors: FieldError[] = [];
  const at = childPath(path, 'expression');
  if (expression.trim() === '') errors.push(required(at, 'expression is not specified'));
  else errors.push(...compiled(at, expression, composition.compile(expression, ['bool'])));
  const messageAt = childPath(path, 'messageExpression');
  if (messageExpression !== '' && messageExpression.trim() === '') {
    const why = 'must be non-empty if specified';
    errors.push(invalidValue(messageAt, messageExpression, why));
  } else if (messageExpression !== '') {
    const result = composition.compile(messageExpression, ['string'], false);
    errors.push(...compiled(messageAt, messageExpression, result));
  }
  if (message !== '' && message.trim() === '') {
    const why = 'must be non-empty if specified';
    errors.push(invalidValue(childPath(path, 'message'), message, why));
  } else if (/[\n\r]/.test(message.trim())) {
    const why = 'must not contain line breaks';
    errors.push(invalidValue(childPath(path, 'message'), message, why));
  }
  if (reason !== undefined && !reasons.includes(reason)) {
    errors.push(notSupported(childPath(path, 'reason'), reason, reasons));
  }
  return errors;
}

export function validateMutatingPolicy({ spec }: MutatingAdmissionPolicy, cel: Cel): Errors {
  const composition = new Composition(cel, spec.paramKind !== undefined);
  const common = validatePolicySpec(spec, composition);
  const { mutations = [], reinvocationPolicy } = spec;
  const errors: FieldError[] = [...common];
  if (mutations.length === 0) {
    errors.push(required('spec.mutations', 'mutations must contain at least one item'));
  }
  for (const [index, mutation] of mutations.entries()) {
    const at = indexPath('spec.mutations', index);
    const { patchType, applyConfiguration, jsonPatch } = mutation;
    const field = patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration';
    const given = patchType === 'JSONPatch' ? jsonPatch : applyConfiguration;
    const types = ['ApplyConfiguration', 'JSONPatch'];
    if (!types.includes(patchType)) {
      errors.push(notSupported(childPath(at, 'patchType'), patchType, types));
    } else if (given === undefined) {
      const why = `must be specified when patchType is ${patchType}`;
      errors.push(required(childPath(at, field), why));
    } else if ((given.expression ?? '').trim() === '') {
      errors.push(required(childPath(at, field, 'expression'), 'expression is not specified'));
    } else {
      const result = compileMutation(composition, mutation);
      errors.push(...compiled(childPath(at, field, 'expression'), given.expression ?? '', result));
    }
  }
  if (reinvocationPolicy === undefined) errors.push(required('spec.reinvocationPolicy'));
  else if (reinvocationPolicy !== 'Never' && reinvocationPolicy !== 'IfNeeded') {
    const supported = ['IfNeeded', 'Never'];
    errors.push(notSupported('spec.reinvocationPolicy', reinvocationPolicy, supported));
  }
  return errors;
}

type AnyBinding = ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding;

function validateBinding({ spec }: AnyBinding): Errors {
  const { policyName = '' } = spec;
  const errors: FieldError[] =
    policyName === ''
      ? [required('spec.policyName')]
      : dns1123SubdomainErrors(policyName).map((why) =>
          invalidValue('spec.policyName', policyName, why),
        );
  return [
    ...errors,
    ...validateParamRef(spec.paramRef, 'spec.paramRef'),
    // The path is misspelt upstream.
    ...validateMatchResources(spec.matchResources, 'spec.matchResouces'),
  ];
}

export const validateMutatingBinding = (binding: MutatingAdmissionPolicyBinding): Errors =>
  validateBinding(binding);

export function validateValidatingBinding(binding: ValidatingAdmissionPolicyBinding): Errors {
  const { validationActions = [] } = binding.spec;
  const path = 'spec.validationActions';
  const errors: FieldError[] = [...validateBinding(binding)];
  for (const [index, action] of validationActions.entries()) {
    if (!actions.includes(action)) {
      errors.push(notSupported(indexPath(path, index), action, actions));
    }
    if (validationActions.indexOf(action) < index) {
      errors.push(duplicate(indexPath(path, index), action));
    }
  }
  if (validationActions.includes('Deny') && validationActions.includes('Warn')) {
    const why =
      'must not contain both Deny and Warn (repeating the same validation failure information ' +
      'in the API response and headers serves no purpose)';
    errors.push(invalidValue(path, validationActions, why));
  }
  if (validationActions.length === 0) {
    errors.push(required(path, 'at least one validation action is required'));
  }
  return errors;
}

/** Source: validateParamRef. */
function validateParamRef(ref: ParamRef | undefined, path: string): Errors {
  if (ref === undefined) return none;
  const { name = '', selector, parameterNotFoundAction = '' } = ref;
  const exclusive = 'name and selector are mutually exclusive';
  const errors: FieldError[] = [];
  if (name !== '' && selector !== undefined) {
    errors.push(forbiddenField(childPath(path, 'name'), exclusive));
  }
  if (selector !== undefined) {
    errors.push(...validateLabelSelector(selector, childPath(path, 'selector')));
    if (name !== '') errors.push(forbiddenField(childPath(path, 'selector'), exclusive));
  }
  if (name === '' && selector === undefined) {
    errors.push(required(path, 'one of name or selector must be specified'));
  }
  const at = childPath(path, 'parameterNotFoundAction');
  if (parameterNotFoundAction === '') errors.push(required(at));
  else if (parameterNotFoundAction !== 'Deny' && parameterNotFoundAction !== 'Allow') {
    errors.push(notSupported(at, parameterNotFoundAction, ['Allow', 'Deny']));
  }
  return errors;
}
