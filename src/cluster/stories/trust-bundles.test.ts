/** Bundles of trust anchors: what the API server accepts, who may write, and what Pods find. */
import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import {
  authorityOne,
  authorityTwo,
  noAuthority,
} from '#k8s.io/component-helpers/certificates.fixture';
import { clusterOf } from '#scenarios/clusters';

const apiVersion = 'certificates.k8s.io/v1beta1';
const bundle = (name: string, trustBundle: string, signerName?: string, labels?: object) => ({
  ...{ apiVersion, kind: 'ClusterTrustBundle', metadata: { name, ...(labels && { labels }) } },
  spec: { ...(signerName && { signerName }), trustBundle },
});
const pod = (name: string, clusterTrustBundle: object) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
  spec: {
    containers: [
      {
        ...{ name: 'ctr', image: 'busybox' },
        command: ['sh', '-c', 'trap "exit 0" TERM; sleep 9999 & wait'],
        volumeMounts: [{ name: 'anchors', mountPath: '/anchors' }],
      },
    ],
    volumes: [{ name: 'anchors', projected: { sources: [{ clusterTrustBundle }] } }],
  },
});

describe('without the feature gate, as by default', () => {
  const bed = new ClusterBed(clusterOf(1));

  it('is a kind that nobody serves', () => {
    const said = bed.apply(bundle('mine', authorityOne));
    expect(said).toContain('no matches for kind "ClusterTrustBundle" in version');
    expect(said).toContain(`"${apiVersion}"\nensure CRDs are installed first`);
    expect(bed.run('get clustertrustbundles')).toBe(
      `error: the server doesn't have a resource type "clustertrustbundles"\n`,
    );
    expect(bed.run('api-versions')).not.toContain(apiVersion);
    expect(bed.run('get --raw /apis/certificates.k8s.io')).not.toContain('v1beta1');
  });

  it('drops the source of a Pod, warns that nothing is left, and mounts an empty folder', () => {
    expect(bed.apply(pod('dropped', { name: 'mine', path: 'ca.pem' }))).toBe(
      'pod/dropped created\nWarning: volume "anchors" (Projected) has no sources provided\n',
    );
    expect(bed.run("get pod dropped -o 'jsonpath={.spec.volumes[0].projected.sources}'")).toBe(
      '[{}]',
    );
    bed.wait(8);
    expect(bed.run('exec dropped -- ls /anchors')).toBe('');
  });

  it('drops it from the templates of workloads too', () => {
    const { spec } = pod('template', { name: 'mine', path: 'ca.pem' });
    const labels = { app: 'web' };
    bed.apply({
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    });
    const path = '.spec.template.spec.volumes[0].projected.sources';
    expect(bed.run(`get deployment web -o 'jsonpath={${path}}'`)).toBe('[{}]');
  });
});

describe('with the feature gate', () => {
  const alice = { name: 'alice', certificate: { commonName: 'alice', organizations: [] } };
  const users = [...clusterOf(1).users, alice];
  const bed = new ClusterBed({ ...clusterOf(1), users, clusterTrustBundles: true });

  it('is served beside the other versions of its group, and explained', () => {
    expect(bed.run('api-versions')).toContain(`certificates.k8s.io/v1\n${apiVersion}\n`);
    expect(bed.run('api-resources --api-group=certificates.k8s.io --no-headers')).toMatch(
      /^cert.*\nclustertrustbundles +certificates.k8s.io\/v1beta1 +false +ClusterTrustBundle\n$/,
    );
    expect(JSON.parse(bed.run('get --raw /apis/certificates.k8s.io'))).toMatchObject({
      versions: [{ version: 'v1' }, { version: 'v1beta1' }],
      preferredVersion: { version: 'v1' },
    });
    expect(bed.run('get apiservices v1beta1.certificates.k8s.io --no-headers')).toMatch(
      /Local +True/,
    );
    expect(bed.run('explain clustertrustbundle.spec')).toContain('trustBundle\t<string>');
  });

  it('can be read by nodes and service accounts', () => {
    const may = (as: string): string => bed.run(`auth can-i list clustertrustbundles ${as}`);
    expect(may('--as=system:node:node-1 --as-group=system:nodes')).toMatch(/^yes\n|\nyes\n/);
    const account = '--as=system:serviceaccount:default:default';
    expect(may(`${account} --as-group=system:serviceaccounts`)).toMatch(/yes\n/);
    expect(may('--as=alice')).toMatch(/no\n/);
  });

  it.each([
    [
      'a:b',
      undefined,
      '"a:b": ClusterTrustBundle without signer name must not have ":" in its name',
    ],
    [
      'ab',
      'x.io/s',
      '"ab": ClusterTrustBundle for signerName x.io/s must be named with prefix x.io:s:',
    ],
    [
      's:ab',
      's',
      'spec.signerName: Invalid value: "s": must be a fully qualified domain and path of the form',
    ],
  ])('has a name that fits its signer: %s of %s', (name, signer, error) => {
    expect(bed.apply(bundle(name, authorityOne, signer))).toContain(error);
  });

  it.each([
    ['', 'at least one trust anchor must be provided'],
    ['words', 'at least one trust anchor must be provided'],
    [
      authorityOne.replaceAll('CERTIFICATE', 'PUBLIC KEY'),
      'entry 0 has bad block type: PUBLIC KEY',
    ],
    [authorityOne.replace('\n', '\nA: b\n\n'), 'entry 0 has PEM block headers'],
    [
      `${authorityOne}\n-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----`,
      'entry 1 does not parse as X.509',
    ],
    [noAuthority, 'entry 0 does not have the CA bit set'],
    [`${authorityOne}\n${authorityTwo}\n${authorityOne}`, 'duplicate trust anchor (indices [0 2])'],
  ])('holds certificates of authorities: %#', (pem, error) => {
    expect(bed.apply(bundle('wrong', pem))).toContain(
      `"wrong" is invalid: spec.trustBundle: Invalid value: "<value omitted>": ${error}`,
    );
  });

  it('keeps its signer, by which it can be selected', () => {
    bed.create(bundle('x.io:s:one', authorityOne, 'x.io/s', { ring: 'live' }));
    bed.create(
      bundle('x.io:s:two', `${authorityTwo}\n${authorityOne}`, 'x.io/s', { ring: 'test' }),
    );
    bed.create(bundle('plain', authorityOne));
    expect(bed.run('get clustertrustbundles --field-selector spec.signerName=x.io/s -o name')).toBe(
      ['one', 'two']
        .map((name) => `clustertrustbundle.certificates.k8s.io/x.io:s:${name}\n`)
        .join(''),
    );
    const change = { spec: { signerName: 'x.io/t' } };
    expect(bed.patch('clustertrustbundle', 'x.io:s:one', change).stderr).toContain(
      'spec.signerName: Invalid value: "x.io/t": field is immutable',
    );
    expect(bed.run('get clustertrustbundle plain')).toMatch(/^NAME +SIGNERNAME\nplain +<none>\n$/);
    expect(bed.run('describe clustertrustbundle plain')).toMatch(/Kind: +ClusterTrustBundle\n/);
  });

  it('is written only by those who may attest for its signer', () => {
    const rules = (more: string): string => `create clusterrole writer ${more}`;
    bed.run(rules('--verb=create,get,patch --resource=clustertrustbundles'));
    bed.run('create clusterrolebinding writer --clusterrole=writer --user=alice');
    const own = bundle('y.io:s:mine', authorityOne, 'y.io/s');
    expect(bed.run('create -f -', own, 'alice')).toContain(
      'clustertrustbundles.certificates.k8s.io "y.io:s:mine" is forbidden: ' +
        'user not permitted to attest for signerName "y.io/s"',
    );
    expect(bed.run('create -f -', bundle('unsigned', authorityOne), 'alice')).toContain('created');
    bed.create({
      ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' },
      metadata: { name: 'attester' },
      rules: [
        {
          ...{ apiGroups: ['certificates.k8s.io'], resources: ['signers'] },
          ...{ resourceNames: ['y.io/*'], verbs: ['attest'] },
        },
      ],
    });
    bed.run('create clusterrolebinding attester --clusterrole=attester --user=alice');
    expect(bed.run('create -f -', own, 'alice')).toContain('created');
  });

  it('shows a Pod the anchors of one bundle by name, or of a signer by labels, each once', () => {
    bed.apply(pod('named', { name: 'plain', path: 'ca.pem' }));
    const all = { signerName: 'x.io/s', labelSelector: {}, path: 'ca.pem' };
    bed.apply(pod('signed', all));
    const live = { ...all, labelSelector: { matchLabels: { ring: 'live' } } };
    bed.apply(pod('live', live));
    bed.wait(10);
    expect(bed.run('exec named -- cat /anchors/ca.pem')).toBe(`${authorityOne}\n`);
    expect(bed.run('exec live -- cat /anchors/ca.pem')).toBe(`${authorityOne}\n`);
    const [one, two] = [`${authorityOne}\n`, `${authorityTwo}\n`];
    expect([one + two, two + one]).toContain(bed.run('exec signed -- cat /anchors/ca.pem'));
  });

  it('keeps a Pod from starting while it is missing, unless it is optional', () => {
    bed.apply(pod('absent', { name: 'later', path: 'ca.pem' }));
    bed.apply(pod('unselected', { signerName: 'x.io/s', path: 'ca.pem' }));
    bed.apply(pod('optional', { name: 'never', optional: true, path: 'ca.pem' }));
    bed.wait(10);
    const failed = 'MountVolume.SetUp failed for volume "anchors" : ';
    expect(bed.run('describe pod absent')).toContain(
      `${failed}while getting ClusterTrustBundle: ` +
        'clustertrustbundle.certificates.k8s.io "later" not found',
    );
    expect(bed.run('describe pod unselected')).toContain(
      `${failed}combination of signerName and labelSelector matched zero ClusterTrustBundles`,
    );
    expect(bed.run('exec optional -- cat /anchors/ca.pem')).toBe('');
    bed.create(bundle('later', authorityTwo));
    bed.wait(130);
    expect(bed.run('exec absent -- cat /anchors/ca.pem')).toBe(`${authorityTwo}\n`);
  });

  it('reaches the file when it changes', () => {
    const change = { spec: { trustBundle: authorityTwo } };
    expect(bed.patch('clustertrustbundle', 'plain', change).stdout).toContain('patched');
    bed.wait(100);
    expect(bed.run('exec named -- cat /anchors/ca.pem')).toBe(`${authorityTwo}\n`);
  });

  it.each([
    [
      { path: 'a' },
      '.clusterTrustBundle: Required value: either name or signerName must be specified',
    ],
    [
      { name: 'a', signerName: 'x.io/s', path: 'a' },
      'Invalid value: {"Name":"a","SignerName":"x.io/s","LabelSelector":null,"Optional":null,' +
        '"Path":"a"}: only one of name and signerName may be used',
    ],
    [
      { name: 'x:Y', path: 'a' },
      'name: Invalid value: "x:Y": not a valid clustertrustbundlename: a lowercase RFC 1123',
    ],
    [
      { name: 'a', path: '../a' },
      `.clusterTrustBundle.path: Invalid value: "../a": must not contain '..'`,
    ],
    [{ name: 'a', path: '' }, '.clusterTrustBundle.path: Required value'],
  ])('is named in a Pod as upstream checks it: %#', (source, error) => {
    expect(bed.apply(pod('refused', source))).toContain(error);
  });
});
