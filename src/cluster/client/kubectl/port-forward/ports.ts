/**
 * The ports of `kubectl port-forward`: `5000`, `8888:5000`, `:5000`, and names of ports.
 *
 * Models k8s.io/client-go tools/portforward parsePorts, and of k8s.io/kubectl pkg/cmd/portforward
 * translateServicePortToTargetPort, convertPodNamedPortToNumber and checkUDPPorts.
 */
import { err, ok, type Result } from '#base/result';
import type { Pod, Service } from '#k8s.io/api/core/v1';

export interface ForwardedPort {
  /** 0: a free one. */
  readonly local: number;
  readonly remote: number;
}

type Texts = Result<readonly string[], string>;

function splitPort(port: string): readonly [local: string, remote: string] {
  const parts = port.split(':');
  const [first = '', second] = parts;
  return parts.length === 2 ? [first, second ?? ''] : [first, first];
}

const isNumber = (text: string): boolean => /^[+-]?\d+$/.test(text);
const joined = (local: string, remote: string): string =>
  local === remote ? remote : `${local}:${remote}`;

function containerPort({ metadata, spec }: Pod, name: string): Result<number, string> {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  for (const { ports = [] } of containers) {
    for (const port of ports) if (port.name === name) return ok(port.containerPort);
  }
  return err(`Pod '${metadata.name}' does not have a named port '${name}'`);
}

function servicePort({ metadata, spec }: Service, name: string): Result<number, string> {
  const found = spec?.ports?.find((port) => port.name === name);
  if (found !== undefined) return ok(found.port);
  return err(`Service '${metadata.name}' does not have a named port '${name}'`);
}

/** Source: LookupContainerPortNumberByServicePort. */
function targetPort(service: Service, pod: Pod, port: number): Result<number, string> {
  const { metadata, spec } = service;
  const found = spec?.ports?.find((one) => one.port === port);
  if (found === undefined) {
    return err(`Service ${metadata.name} does not have a service port ${port}`);
  }
  if (spec?.clusterIP === 'None') return ok(port);
  const { targetPort: target = 0 } = found;
  if (typeof target === 'string' && !isNumber(target)) return containerPort(pod, target);
  return ok(Number(target) === 0 ? found.port : Number(target));
}

/** Ports of a Service as ports of its Pod. */
export function portsOfService(words: readonly string[], service: Service, pod: Pod): Texts {
  const { ports = [] } = service.spec ?? {};
  const ofProtocol = (protocol: string): readonly number[] =>
    ports.filter((one) => (one.protocol ?? 'TCP') === protocol).map(({ port }) => port);
  const numberOf = (name: string) => servicePort(service, name);
  const udp = udpOnly(words, ofProtocol('UDP'), ofProtocol('TCP'), numberOf);
  if (udp !== undefined) return err(udp);
  const translated: string[] = [];
  for (const word of words) {
    let [local, remote] = splitPort(word);
    if (!isNumber(remote)) {
      const number = numberOf(remote);
      if (!number.ok) return number;
      if (local === remote) local = String(number.value);
      remote = String(number.value);
    }
    const target = targetPort(service, pod, Number(remote));
    if (!target.ok) return target;
    translated.push(joined(local, String(target.value)));
  }
  return ok(translated);
}

/** Names of ports of a Pod as numbers. */
export function portsOfPod(words: readonly string[], pod: Pod): Texts {
  const ports = pod.spec.containers.flatMap((container) => container.ports ?? []);
  const ofProtocol = (protocol: string): readonly number[] =>
    ports.filter((one) => (one.protocol ?? 'TCP') === protocol).map((one) => one.containerPort);
  const numberOf = (name: string) => containerPort(pod, name);
  const udp = udpOnly(words, ofProtocol('UDP'), ofProtocol('TCP'), numberOf);
  if (udp !== undefined) return err(udp);
  const converted: string[] = [];
  for (const word of words) {
    const [local, remote] = splitPort(word);
    if (remote === '') return err('remote port cannot be empty');
    const number = isNumber(remote) ? ok(Number(remote)) : numberOf(remote);
    if (!number.ok) return number;
    converted.push(local === remote ? String(number.value) : `${local}:${number.value}`);
  }
  return ok(converted);
}

/** What is wrong with the first port that is known for UDP only. */
function udpOnly(
  words: readonly string[],
  udp: readonly number[],
  tcp: readonly number[],
  numberOf: (name: string) => Result<number, string>,
): string | undefined {
  for (const word of words) {
    const [, remote] = splitPort(word);
    if (remote === '') continue;
    const number = isNumber(remote) ? ok(Number(remote)) : numberOf(remote);
    if (!number.ok) return number.error;
    if (udp.includes(number.value) && !tcp.includes(number.value)) {
      return `UDP protocol is not supported for ${remote}`;
    }
  }
  return undefined;
}

/** Source: parsePorts. */
export function parsePorts(words: readonly string[]): Result<readonly ForwardedPort[], string> {
  const ports: ForwardedPort[] = [];
  for (const word of words) {
    if (word.split(':').length > 2) return err(`invalid port format '${word}'`);
    const [local, remote] = splitPort(word);
    const faults = [
      ['local', local || '0'],
      ['remote', remote],
    ] as const;
    for (const [side, text] of faults) {
      const fault = uint16Fault(text);
      if (fault !== undefined) return err(`error parsing ${side} port '${text}': ${fault}`);
    }
    if (Number(remote) === 0) return err('remote port must be > 0');
    ports.push({ local: Number(local), remote: Number(remote) });
  }
  return ok(ports);
}

/** Source: Go strconv.ParseUint with 16 bits. */
function uint16Fault(text: string): string | undefined {
  const call = `strconv.ParseUint: parsing ${JSON.stringify(text)}`;
  if (!/^\d+$/.test(text)) return `${call}: invalid syntax`;
  return Number(text) > 0xffff ? `${call}: value out of range` : undefined;
}
