/** Fields of objects by whose change a write is told: as a beat or not, and with which words. */

interface ToldObject {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
  readonly status?: {
    /** Of a Service or an Ingress. */
    readonly loadBalancer?: {
      readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[];
    };
    /** Of a Gateway. */
    readonly addresses?: readonly { readonly value?: string }[];
    /** Of a ResourceClaim. */
    readonly reservedFor?: readonly unknown[];
  };
}

const told = (object: unknown): ToldObject => (object ?? {}) as ToldObject;

/**
 * Where something in front of the cluster is reached for the object: `172.30.255.2`; several with a
 * comma; empty before there is one.
 */
export function addressesOf(object: unknown): string {
  const { loadBalancer, addresses = [] } = told(object).status ?? {};
  const ofBalancer = (loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '');
  return [...ofBalancer, ...addresses.map(({ value = '' }) => value)].join(', ');
}

/** The node that the scheduler has chosen for the first Pod that uses a PersistentVolumeClaim. */
export const selectedNodeOf = (claim: unknown): string | undefined =>
  told(claim).metadata?.annotations?.['volume.kubernetes.io/selected-node'];

/** Whether the devices of a ResourceClaim are kept for a Pod. */
export const isReserved = (claim: unknown): boolean =>
  (told(claim).status?.reservedFor ?? []).length > 0;
