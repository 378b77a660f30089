import { describe, expect, it } from 'vitest';
import { base64OfText, textOfBase64 } from '#base/base64';
import { splitWords } from '#base/shell-words';
import { hour, rfc3339, seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { CertificateSigningRequest } from '#k8s.io/api/certificates/v1';
import { clusterOf } from '#scenarios/clusters';
import { isOld } from './cleaner-controller.ts';

const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
const pass = (time: number) => simulation.sim.run(simulation.sim.now + seconds(time));
pass(30);
const kubectl = (line: string, stdin = '') => {
  const command = { argv: splitWords(line), user: 'admin', stdin };
  const result = simulation.runCommand(command, seconds(60));
  if (result === undefined) throw new Error(`no end: ${line}`);
  return result;
};

/** A request whose DER holds a subject and nothing that is true beside it. */
function requestFor(commonName: string, organization: string): string {
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

const ask = (name: string, signer: string, usages: string, request: string) =>
  kubectl(
    'create -f -',
    `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: ${name}}
spec: {signerName: ${signer}, usages: [${usages}], request: ${request}}
`,
  );
const stateOf = (name: string) =>
  kubectl(`get csr ${name} --no-headers`).stdout.trim().split(/\s+/).at(-1);

const client = 'kubernetes.io/kube-apiserver-client';

describe('a CertificateSigningRequest', () => {
  it('waits for a person, who approves it, and is then given a certificate', () => {
    ask('jane', client, 'client auth', requestFor('jane', 'dev'));
    pass(2);
    expect(stateOf('jane')).toBe('Pending');
    expect(kubectl('certificate approve jane').stdout).toBe(
      'certificatesigningrequest.certificates.k8s.io/jane approved\n',
    );
    pass(2);
    expect(stateOf('jane')).toBe('Approved,Issued');
    const issued = kubectl('get csr jane -o jsonpath={.status.certificate}').stdout;
    expect(textOfBase64(issued)).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    expect(kubectl('describe csr jane').stdout).toContain('Common Name:    jane');
  });

  it('fails when its usages are none of the signer', () => {
    ask('odd', client, 'server auth', requestFor('odd', 'dev'));
    kubectl('certificate approve odd');
    pass(2);
    expect(stateOf('odd')).toBe('Approved,Failed');
    expect(kubectl('get csr odd -o jsonpath={.status.conditions[1].message}').stdout).toBe(
      'invalid usage for client certificate: server auth',
    );
  });

  it('of a signer that nobody here speaks for stays without a certificate', () => {
    ask('other', 'example.com/signer', 'client auth', requestFor('other', 'dev'));
    kubectl('certificate approve other');
    pass(2);
    expect(stateOf('other')).toBe('Approved');
    expect(kubectl('certificate deny other').stderr).toBe(
      'error: certificate signing request "other" is already Approved\n',
    );
  });

  it('of a kubelet is approved by the controller when the asker may make it', () => {
    const request = requestFor('system:node:node-9', 'system:nodes');
    ask('node', `${client}-kubelet`, 'client auth, digital signature', request);
    pass(2);
    expect(stateOf('node')).toBe('Approved,Issued');
    expect(kubectl('get csr node -o jsonpath={.status.conditions[0].message}').stdout).toBe(
      'Auto approving kubelet client certificate after SubjectAccessReview.',
    );
  });

  it('goes away an hour after it was answered, or after a day without an answer', () => {
    const request = (...conditions: readonly string[]) =>
      ({
        metadata: { creationTimestamp: rfc3339(0) },
        status: { conditions: conditions.map((type) => ({ type, lastUpdateTime: rfc3339(0) })) },
      }) as unknown as CertificateSigningRequest;
    expect(isOld(request('Approved'), hour - 1)).toBe(false);
    expect(isOld(request('Approved'), hour)).toBe(true);
    expect(isOld(request('Denied'), hour)).toBe(true);
    expect(isOld(request(), 23 * hour)).toBe(false);
    expect(isOld(request(), 24 * hour)).toBe(true);
  });
});
