/**
 * Checks of security contexts. Source: kubernetes pkg/apis/core/validation ValidateSecurityContext,
 * validatePodSpecSecurityContext.
 */
import type { Container, PodSpec } from '#k8s.io/api/core/v1';
import {
  duplicate,
  type FieldError,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { choice, type Errors, needed, none } from '../../generic/checks.ts';
import { idErrors } from './scheduling-validation.ts';

const escalation = 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true';

export function validateContainerSecurity(
  { securityContext }: Container,
  path: string,
  hostUsers: boolean,
): Errors {
  if (securityContext === undefined) return none;
  const field = `${path}.securityContext`;
  const { runAsUser, runAsGroup, allowPrivilegeEscalation, privileged, capabilities } =
    securityContext;
  const errors: FieldError[] = [
    ...idErrors(`${field}.runAsUser`, runAsUser),
    ...idErrors(`${field}.runAsGroup`, runAsGroup),
    ...procMountErrors(securityContext.procMount, `${field}.procMount`, hostUsers),
  ];
  if (allowPrivilegeEscalation === false) {
    if (privileged === true) errors.push(invalidValue(field, securityContext, escalation));
    if (capabilities?.add?.includes('CAP_SYS_ADMIN')) {
      const detail =
        'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN';
      errors.push(invalidValue(field, securityContext, detail));
    }
  }
  return [
    ...errors,
    ...seccompErrors(securityContext.seccompProfile, `${field}.seccompProfile`),
    ...appArmorErrors(securityContext.appArmorProfile, `${field}.appArmorProfile`),
  ];
}

/** Source: ValidateProcMountType. */
function procMountErrors(procMount: string | undefined, field: string, hostUsers: boolean): Errors {
  if (procMount === undefined) return none;
  const known = ['Default', 'Unmasked'];
  if (!known.includes(procMount)) return [notSupported(field, procMount, known)];
  if (!hostUsers || procMount === 'Default') return none;
  return [invalidValue(field, procMount, '`hostUsers` must be false to use `Unmasked`')];
}

interface Seccomp {
  readonly type?: string;
  readonly localhostProfile?: string;
}

function seccompErrors(profile: Seccomp | undefined, path: string): Errors {
  if (profile === undefined) return none;
  const { type = '', localhostProfile } = profile;
  const field = `${path}.localhostProfile`;
  if (type === 'Localhost') {
    const detail = 'must be set when seccomp type is Localhost';
    return localhostProfile === undefined ? [required(field, detail)] : none;
  }
  if (localhostProfile !== undefined) {
    const detail = 'can only be set when seccomp type is Localhost';
    return [invalidValue(field, localhostProfile, detail)];
  }
  const types = ['Localhost', 'RuntimeDefault', 'Unconfined'];
  if (type === '') return [required(`${path}.type`, 'type is required when seccompProfile is set')];
  if (types.includes(type)) return none;
  const detail = `supported values: ${types.map((each) => `"${each}"`).join(', ')}`;
  return [{ type: 'FieldValueNotSupported', field: `${path}.type`, badValue: type, detail }];
}

export function validatePodSecurity(spec: PodSpec, path: string): Errors {
  const { securityContext: context } = spec;
  const errors: FieldError[] = [];
  if (context !== undefined) {
    const field = `${path}.securityContext`;
    errors.push(
      ...idErrors(`${field}.fsGroup`, context.fsGroup),
      ...idErrors(`${field}.runAsUser`, context.runAsUser),
      ...idErrors(`${field}.runAsGroup`, context.runAsGroup),
      ...(context.supplementalGroups ?? []).flatMap((group, index) =>
        idErrors(`${field}.supplementalGroups[${index}]`, group),
      ),
      ...sharingErrors(spec, field),
      ...sysctlErrors(context.sysctls, `${field}.sysctls`),
      ...choice(`${field}.fsGroupChangePolicy`, context.fsGroupChangePolicy, [
        'Always',
        'OnRootMismatch',
      ]),
      ...seccompErrors(context.seccompProfile, `${field}.seccompProfile`),
      ...appArmorErrors(context.appArmorProfile, `${field}.appArmorProfile`),
    );
  }
  return errors;
}

/** Checked here because the field belongs to the security context in the internal version. */
const sharingErrors = ({ shareProcessNamespace, hostPID }: PodSpec, path: string): Errors =>
  shareProcessNamespace === true && hostPID === true
    ? [
        invalidValue(
          `${path}.shareProcessNamespace`,
          true,
          'ShareProcessNamespace and HostPID cannot both be enabled',
        ),
      ]
    : none;

const sysctlPattern = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$';
const sysctlText = `must have at most 253 characters and match regex ${sysctlPattern}`;

/** Source: validateSysctls. */
function sysctlErrors(sysctls: readonly { readonly name: string }[] = [], path: string): Errors {
  const names = new Set<string>();
  return sysctls.flatMap(({ name }, index): Errors => {
    const field = `${path}[${index}].name`;
    const again = names.has(name);
    names.add(name);
    if (name === '') return [required(field)];
    const fits = name.length <= 253 && new RegExp(sysctlPattern).test(name);
    if (!fits) return [invalidValue(field, name, sysctlText)];
    return again ? [duplicate(field, name)] : none;
  });
}

/** Source: ValidateAppArmorProfileField. */
const appArmorErrors = (profile: Seccomp | undefined, path: string): Errors =>
  profile === undefined
    ? none
    : needed(`${path}.type`, profile.type, ['Localhost', 'RuntimeDefault', 'Unconfined']);

export const validateHostPorts = (spec: PodSpec, path: string): Errors =>
  spec.hostNetwork === true ? hostPortErrors(spec.containers, `${path}.containers`) : none;

/** Source: validateHostNetwork: on the host's network, host ports must equal container ports. */
const hostPortErrors = (containers: readonly Container[] | undefined, path: string): Errors =>
  (containers ?? []).flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort = 0, containerPort }, place): Errors => {
      if (hostPort === 0 || hostPort === containerPort) return none;
      const detail = 'must match `hostPort` when `hostNetwork` is true';
      const field = `${path}[${index}].ports[${place}].containerPort`;
      return [invalidValue(field, containerPort, detail)];
    }),
  );
