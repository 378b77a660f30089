/**
 * Checks a policy's expressions against the types of the kinds that it matches.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/policy/validating typechecking.go. In: a policy.
 * Out: warnings for its status; they never change the effect of the policy.
 */
import type {
  ExpressionWarning,
  ValidatingAdmissionPolicy,
} from '#k8s.io/api/admissionregistration/v1';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import { authorizerType } from '#k8s.io/apiserver/cel/library/authz';

const maxTypes = 10;
type Policy = ValidatingAdmissionPolicy;

export function checkTypes({ spec }: Policy, cel: Cel): readonly ExpressionWarning[] {
  const kinds = typesToCheck(spec);
  const warnings: ExpressionWarning[] = [];
  const check = (expression: string | undefined, fieldRef: string): void => {
    if (expression === undefined || expression === '') return;
    const found = kinds.flatMap((kind) => problemOf(cel, expression, kind, spec) ?? []);
    if (found.length > 0) warnings.push({ fieldRef, warning: found.join('\n') });
  };
  for (const [index, validation] of (spec.validations ?? []).entries()) {
    check(validation.expression, `spec.validations[${index}].expression`);
    check(validation.messageExpression, `spec.validations[${index}].messageExpression`);
  }
  return warnings;
}

/** The kinds that the rules name without wildcards, sorted. */
function typesToCheck(spec: Policy['spec']): readonly ResourceInfo[] {
  const found = new Set<ResourceInfo>();
  for (const rule of spec.matchConstraints?.resourceRules ?? []) {
    const { apiGroups = [], apiVersions = [], resources = [] } = rule;
    if ([...apiGroups, ...apiVersions].some((word) => word.includes('*'))) continue;
    for (const group of [...apiGroups].sort())
      for (const version of [...apiVersions].sort())
        for (const plural of [...resources].sort()) {
          const info = resourceFor(group, version, plural);
          if (info !== undefined && found.size < maxTypes) found.add(info);
        }
  }
  const order = ({ group, version, kind }: ResourceInfo): string => `${group}\0${version}\0${kind}`;
  return [...found].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function problemOf(
  cel: Cel,
  expression: string,
  info: ResourceInfo,
  { paramKind, variables = [] }: Policy['spec'],
): string | undefined {
  const environment = cel.environmentWith({
    request: 'dyn',
    namespaceObject: 'dyn',
    authorizer: authorizerType,
    ...(paramKind !== undefined && { params: 'dyn' }),
    ...(variables.length > 0 && { variables: 'dyn' }),
  });
  const type = cel.declareKind(environment, info.apiVersion, info.kind);
  if (type === undefined) return undefined;
  environment.registerVariable('object', type).registerVariable('oldObject', type);
  const program = cel.compile(environment, expression, []);
  if (program.ok) return undefined;
  const issues = program.error.replace('compilation failed: ', '');
  return `${info.group}/${info.version}, Kind=${info.kind}: ${issues}\n`;
}
