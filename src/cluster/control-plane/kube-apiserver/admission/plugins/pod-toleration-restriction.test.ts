import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

const prefix = 'scheduler.alpha.kubernetes.io';
const team = { key: 'team', operator: 'Equal', value: 'a', effect: 'NoSchedule' };

describe('PodTolerationRestriction', () => {
  let bed: AdmissionBed;
  const send = (namespace: string, name: string, tolerations: readonly object[] = []) =>
    bed.send(podOf(name, { tolerations }, { namespace }));

  beforeAll(() => {
    bed = new AdmissionBed('PodTolerationRestriction');
    bed.namespace('given', {
      annotations: { [`${prefix}/defaultTolerations`]: JSON.stringify([team]) },
    });
    const allowed = [team, { operator: 'Exists', effect: 'NoExecute' }];
    bed.namespace('bound', {
      annotations: { [`${prefix}/tolerationsWhitelist`]: JSON.stringify(allowed) },
    });
  });

  it('gives pods the tolerations of their namespace', () => {
    const { tolerations } = specOf(send('given', 'web')) as { tolerations: readonly object[] };
    expect(tolerations).toContainEqual(team);
  });

  it('does not give what the pod has', () => {
    const { tolerations } = specOf(send('given', 'own', [team])) as {
      tolerations: readonly object[];
    };
    expect(tolerations.filter((one) => 'key' in one && one.key === 'team')).toEqual([team]);
  });

  it('refuses a pod that tolerates more than its namespace may', () => {
    expect(send('bound', 'fine', [team]).code).toBe(201);
    const refused = send('bound', 'wide', [{ key: 'team', operator: 'Exists' }]);
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "wide" is forbidden: pod tolerations (possibly merged with namespace default ' +
        'tolerations) conflict with its namespace whitelist',
    ]);
  });

  it('lets the pods of other namespaces tolerate what they like', () => {
    expect(send('default', 'free', [{ operator: 'Exists' }]).code).toBe(201);
  });
});
