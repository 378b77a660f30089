import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { changeFaultsOf, pod } from '../../../manifests.test.fixture.ts';

const fewFields =
  /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`/;

describe('a pod that exists', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('changes in few fields only', () => {
    expect(changeFaultsOf(api, pod({}), { spec: { hostNetwork: true } })).toEqual([
      expect.stringMatching(fewFields),
    ]);
  });

  it('is shown what would change, as the API server holds it', () => {
    const change = { spec: { hostNetwork: true } };
    const [fault = ''] = changeFaultsOf(new ApiFixture(), pod({ nodeName: 'node-1' }), change);
    const [, header, ...lines] = fault.split('\n');
    expect(header).toMatch(/^@@ -\d+,7 \+\d+,7 @@$/);
    expect(lines).toEqual([
      '  "AutomountServiceAccountToken": null,',
      '  "NodeName": "node-1",',
      '  "SecurityContext": {',
      '-  "HostNetwork": false,',
      '+  "HostNetwork": true,',
      '   "HostPID": false,',
      '   "HostIPC": false,',
      '   "ShareProcessNamespace": null,',
      '',
    ]);
  });
});
