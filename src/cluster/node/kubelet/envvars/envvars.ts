/**
 * Environment variables that tell a container where the services are.
 * Models kubernetes/pkg/kubelet/envvars/envvars.go FromServices.
 */
import type { Service, ServicePort } from '#k8s.io/api/core/v1';

export interface EnvPair {
  readonly key: string;
  readonly value: string;
}

/** `my-app` becomes `MY_APP`. */
const makeEnvVariableName = (text: string): string => text.toUpperCase().replaceAll('-', '_');

/** Headless services have no address to give. Source: IsServiceIPSet. */
const hasClusterIP = (service: Service): boolean => {
  const { clusterIP } = service.spec;
  return clusterIP !== undefined && clusterIP !== '' && clusterIP !== 'None';
};

/** The variables of each service, in order. */
export const fromServices = (services: readonly Service[]): readonly EnvPair[] =>
  services.filter(hasClusterIP).flatMap((service) => {
    let variables = variablesOf.get(service);
    if (variables === undefined) {
      variables = fromService(service);
      variablesOf.set(service, variables);
    }
    return variables;
  });

/** Cached by service: every container of a namespace needs the same variables. */
const variablesOf = new WeakMap<Service, readonly EnvPair[]>();

function fromService(service: Service): readonly EnvPair[] {
  const { clusterIP = '', ports = [] } = service.spec;
  const prefix = makeEnvVariableName(service.metadata.name);
  const first = ports[0];
  if (first === undefined) return [];
  const named = ports
    .filter(({ name }) => name !== undefined && name !== '')
    .map(({ name = '', port }) => ({
      key: `${prefix}_SERVICE_PORT_${makeEnvVariableName(name)}`,
      value: String(port),
    }));
  return [
    { key: `${prefix}_SERVICE_HOST`, value: clusterIP },
    { key: `${prefix}_SERVICE_PORT`, value: String(first.port) },
    ...named,
    ...dockerLinks(prefix, clusterIP, ports),
  ];
}

/** The variables that Docker's container links once made. Source: makeLinkVariables. */
function dockerLinks(
  prefix: string,
  clusterIP: string,
  ports: readonly ServicePort[],
): readonly EnvPair[] {
  return ports.flatMap(({ port, protocol = 'TCP' }, index) => {
    const url = `${protocol.toLowerCase()}://${clusterIP}:${port}`;
    const portPrefix = `${prefix}_PORT_${port}_${protocol.toUpperCase()}`;
    return [
      ...(index === 0 ? [{ key: `${prefix}_PORT`, value: url }] : []),
      { key: portPrefix, value: url },
      { key: `${portPrefix}_PROTO`, value: protocol.toLowerCase() },
      { key: `${portPrefix}_PORT`, value: String(port) },
      { key: `${portPrefix}_ADDR`, value: clusterIP },
    ];
  });
}
