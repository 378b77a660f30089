/**
 * An object's part as the API server's own Go struct is written in JSON, which error messages show.
 *
 * Models what encoding/json makes of the types of kubernetes pkg/apis/core, as
 * k8s.io/apimachinery/pkg/util/diff does it: they have no JSON tags, so every field appears, under its
 * Go name and in the order of the struct, and what is not set is `null`, `""`, `0` or `false`.
 * In: a struct name of the schema table and a value of the served version. Out: lines.
 */
import { goJson } from '../json-value.ts';
import { canonicalQuantity } from '../quantity.ts';
import { type FieldSchema, type ScalarName, structSchema, type TypeSchema } from './schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** The lines of the internal struct, indented by one space. Source: toPrettyJSON. */
export const internalJsonLines = (name: string, value: object): readonly string[] =>
  internalStruct(name, value as Members, '').split('\n');

/** Structs whose fields stand in another order than in the served version. */
const internalOrder: Readonly<Record<string, string>> = {
  'core.PodSpec':
    'volumes initContainers containers ephemeralContainers restartPolicy ' +
    'terminationGracePeriodSeconds activeDeadlineSeconds dnsPolicy nodeSelector serviceAccountName ' +
    'automountServiceAccountToken nodeName securityContext imagePullSecrets hostname subdomain ' +
    'setHostnameAsFQDN affinity schedulerName tolerations hostAliases priorityClassName priority ' +
    'preemptionPolicy dnsConfig readinessGates runtimeClassName overhead enableServiceLinks ' +
    'topologySpreadConstraints os schedulingGates resourceClaims resources hostnameOverride ' +
    'schedulingGroup',
  'core.PodSecurityContext':
    'hostNetwork hostPID hostIPC shareProcessNamespace hostUsers seLinuxOptions windowsOptions ' +
    'runAsUser runAsGroup runAsNonRoot supplementalGroups supplementalGroupsPolicy fsGroup ' +
    'fsGroupChangePolicy sysctls seccompProfile appArmorProfile seLinuxChangePolicy',
  'core.VolumeSource':
    'hostPath emptyDir gcePersistentDisk awsElasticBlockStore gitRepo secret nfs iscsi glusterfs ' +
    'persistentVolumeClaim rbd quobyte flexVolume cinder cephfs flocker downwardAPI fc azureFile ' +
    'configMap vsphereVolume azureDisk photonPersistentDisk projected portworxVolume scaleIO ' +
    'storageos csi ephemeral image',
  'core.PersistentVolumeSource':
    'gcePersistentDisk awsElasticBlockStore hostPath glusterfs nfs rbd quobyte iscsi flexVolume ' +
    'cinder cephfs fc flocker azureFile vsphereVolume azureDisk photonPersistentDisk portworxVolume ' +
    'scaleIO local storageos csi',
};

/** Fields of a pod's spec that stand in its security context inside the API server. */
const hostFields = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'];

interface InternalField {
  readonly key: string;
  /** Where the value is; empty for an embedded struct. */
  readonly json: string;
  readonly type: TypeSchema;
  readonly omitEmpty: boolean;
}

const fieldsByStruct = new Map<string, readonly InternalField[]>();

function internalFields(name: string): readonly InternalField[] {
  const known = fieldsByStruct.get(name);
  if (known !== undefined) return known;
  const { fields, byJson } = structSchema(name);
  const order = internalOrder[name]?.split(' ');
  const moved = name === 'core.PodSecurityContext' ? structSchema('core.PodSpec').byJson : byJson;
  const ordered = order?.flatMap((json) => byJson.get(json) ?? moved.get(json) ?? []) ?? fields;
  const made = ordered.map((field) => internalField(name, field));
  fieldsByStruct.set(name, made);
  return made;
}

/** Only the types of apimachinery have JSON tags: they are the same inside and outside. */
function internalField(struct: string, { json, goName, type, omitEmpty }: FieldSchema) {
  if (struct.startsWith('meta.')) return { key: json, json, type, omitEmpty };
  const plain = struct === 'core.ServiceAccountTokenProjection' && type.form === 'pointer';
  return { key: goName, json, type: plain ? type.to : type, omitEmpty: false };
}

function internalStruct(name: string, value: Members, indent: string): string {
  const lines = memberLines(name, inside(name, value), `${indent} `);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}

/** Source: Convert_v1_PodSpec_To_core_PodSpec. */
function inside(name: string, value: Members): Members {
  if (name !== 'core.PodSpec') return value;
  const own = (value['securityContext'] ?? {}) as Members;
  const host = Object.fromEntries(hostFields.map((field) => [field, value[field]]));
  // The deprecated name counts when the field has none.
  const serviceAccountName = value['serviceAccountName'] || value['serviceAccount'];
  return { ...value, serviceAccountName, securityContext: { ...own, ...host } };
}

function memberLines(name: string, value: Members, indent: string): readonly string[] {
  return internalFields(name).flatMap(({ key, json, type, omitEmpty }) => {
    const member = json === '' ? value : value[json];
    // Go inlines an embedded struct; the metadata of a template is one of them here.
    const embedded = json === '' || key === 'ObjectMeta';
    if (embedded && type.form === 'struct') {
      return memberLines(type.name, (member ?? {}) as Members, indent);
    }
    if (omitEmpty && isEmpty(member)) return [];
    return [`${indent}${goJson(key)}: ${internalValue(type, member, indent)}`];
  });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

function internalValue(type: TypeSchema, value: unknown, indent: string): string {
  switch (type.form) {
    case 'pointer':
      return value === undefined || value === null ? 'null' : internalValue(type.to, value, indent);
    case 'struct':
      return internalStruct(type.name, (value ?? {}) as Members, indent);
    case 'list': {
      const items = (value ?? undefined) as readonly unknown[] | undefined;
      const deeper = `${indent} `;
      const lines = items?.map((item) => deeper + internalValue(type.item, item, deeper));
      return bracketed(lines, '[]', indent);
    }
    case 'map': {
      const map = (value ?? undefined) as Members | undefined;
      const deeper = `${indent} `;
      const keys = map && Object.keys(map).sort();
      const lines = keys?.map(
        (key) => `${deeper}${goJson(key)}: ${internalValue(type.value, map?.[key], deeper)}`,
      );
      return bracketed(lines, '{}', indent);
    }
    case 'scalar':
      return internalScalar(type.scalar, value);
  }
}

function bracketed(lines: readonly string[] | undefined, brackets: string, indent: string): string {
  if (lines === undefined) return 'null';
  if (lines.length === 0) return brackets;
  return `${brackets[0]}\n${lines.join(',\n')}\n${indent}${brackets[1]}`;
}

function internalScalar(scalar: ScalarName, value: unknown): string {
  switch (scalar) {
    case 'string':
      return goJson(typeof value === 'string' ? value : '');
    case 'bool':
      return String(value === true);
    case 'int32':
    case 'int64':
    case 'float64':
      return String(value ?? 0);
    case 'quantity':
      return `"${canonicalQuantity(String(value ?? '0'))}"`;
    case 'intstr':
      return typeof value === 'string' ? goJson(value) : String(value ?? 0);
    case 'time':
    case 'microtime':
      return typeof value === 'string' ? goJson(value) : 'null';
    default:
      throw new Error(`${scalar} is not modelled: no struct that is compared has one`);
  }
}
