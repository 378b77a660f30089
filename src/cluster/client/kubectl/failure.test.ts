import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl says', () => {
  const bed = new ClusterBed();
  bed.run('run hold --image=nginx');

  it('what the server refuses, in the words of the server', () => {
    expect(bed.patch('pod', 'hold', { spec: { containers: [{ image: 'a' }] } }).stderr).toBe(
      'Error from server: map: map[image:a] does not contain declared merge key: name\n',
    );
    // validation.nodePortAllocated
    bed.run('create service nodeport one --tcp=80 --node-port=30080');
    expect(bed.kubectl('create service nodeport two --tcp=80 --node-port=30080').stderr).toBe(
      'error: failed to create NodePort service: Service "two" is invalid: ' +
        'spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated\n',
    );
  });

  it('what was wrong', () => {
    const subdomain =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or " +
      "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used " +
      "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    expect(bed.run('create deployment X_y --image=nginx')).toContain(
      'error: failed to create deployment: Deployment.apps "X_y" is invalid: metadata.name: ' +
        `Invalid value: "X_y": ${subdomain}`,
    );
    expect(bed.run('create namespace Foo')).toContain(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and " +
        "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
        "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    );
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'two' } };
    const containers = [{ name: 'A', image: 'nginx' }, { name: 'b' }];
    expect(bed.run('create -f -', { ...pod, spec: { containers } })).toMatch(
      /^The Pod "two" is invalid: \n\* spec\.containers\[0\]\.name: Invalid value: "A"/,
    );
    expect(bed.run('get pods --token=nope', undefined, 'anon')).toBe(
      'error: You must be logged in to the server (Unauthorized)\n',
    );
  });
});
