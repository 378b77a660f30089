/** A cluster with one node, in which people and kubelets request certificates. */
import { base64OfText } from '#base/base64';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

export const client = 'kubernetes.io/kube-apiserver-client';

/** A request whose DER contains only a version and a subject. */
export function requestFor(commonName: string, organization: string): string {
  const tagged = (tag: number, ...parts: readonly (readonly number[])[]): readonly number[] => {
    const content = parts.flat();
    const length = content.length < 128 ? [content.length] : [0x81, content.length];
    return [tag, ...length, ...content];
  };
  const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0));
  const pair = (type: number, value: string) =>
    tagged(0x31, tagged(0x30, tagged(6, [85, 4, type]), tagged(0x0c, text(value))));
  const subject = tagged(0x30, pair(10, organization), pair(3, commonName));
  const der = tagged(0x30, tagged(0x30, tagged(2, [0]), subject));
  const body = btoa(String.fromCharCode(...der));
  const [kind, line] = ['CERTIFICATE REQUEST', '-----'];
  return base64OfText(`${line}BEGIN ${kind}${line}\n${body}\n${line}END ${kind}${line}\n`);
}

export class CertificateBed {
  readonly simulation = new ClusterSimulation(clusterOf(1), 1, allParts);

  constructor() {
    this.pass(30);
  }

  pass(time: number): void {
    this.simulation.sim.run(this.simulation.sim.now + seconds(time));
  }

  kubectl(line: string, stdin = '') {
    const command = { argv: splitWords(line), user: 'admin', stdin };
    const result = this.simulation.runCommand(command, seconds(60));
    if (result === undefined) throw new Error(`no end: ${line}`);
    return result;
  }

  ask(name: string, signer: string, usages: string, request: string): void {
    this.kubectl(
      'create -f -',
      `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: ${name}}
spec: {signerName: ${signer}, usages: [${usages}], request: ${request}}
`,
    );
    this.pass(2);
  }

  approve(name: string): string {
    const { stdout } = this.kubectl(`certificate approve ${name}`);
    this.pass(2);
    return stdout;
  }

  /** The column CONDITION of `kubectl get csr`. */
  stateOf(name: string): string | undefined {
    return this.kubectl(`get csr ${name} --no-headers`).stdout.trim().split(/\s+/).at(-1);
  }

  field(name: string, path: string): string {
    return this.kubectl(`get csr ${name} -o jsonpath={${path}}`).stdout;
  }
}
