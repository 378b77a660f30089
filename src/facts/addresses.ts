/** The addresses under which something in front of the cluster is reached for an object. */

interface ReachedObject {
  readonly status?: {
    /** Of a Service or an Ingress. */
    readonly loadBalancer?: {
      readonly ingress?: readonly { readonly ip?: string; readonly hostname?: string }[];
    };
    /** Of a Gateway. */
    readonly addresses?: readonly { readonly value?: string }[];
  };
}

/** `172.30.255.2`; several with a comma; empty before there is one. */
export function addressesOf(object: unknown): string {
  const { loadBalancer, addresses = [] } = (object as ReachedObject | undefined)?.status ?? {};
  const ofBalancer = (loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip ?? hostname ?? '');
  return [...ofBalancer, ...addresses.map(({ value = '' }) => value)].join(', ');
}
