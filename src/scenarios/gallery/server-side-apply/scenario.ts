/** Two managers of one object: a conflict, a takeover, and what goes when one lets go. */
import type { Tour } from '../../tours/tour.ts';

const shared = (data: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: shared
data: ${data}
`;
const apply = (team: string, flags = ''): string =>
  `kubectl apply --server-side --field-manager=${team}${flags} -f -`;

export const tour: Tour = {
  id: 'server-side-apply',
  scenario: 'create-deployment',
  drive: [
    { line: apply('team-a'), stdin: shared('{color: green, size: small}') },
    { after: 1, line: apply('team-b'), stdin: shared('{color: red}') },
    { after: 1, line: apply('team-b', ' --force-conflicts'), stdin: shared('{color: red}') },
    { after: 1, line: 'kubectl get configmap shared -o yaml --show-managed-fields' },
    { after: 1, line: apply('team-a'), stdin: shared('{}') },
    { after: 1, line: `kubectl get configmap shared -o jsonpath='{.data}'` },
  ],
  chapters: [
    {
      id: 'conflict',
      beats: [
        { id: 'first', at: /^etcd\/commit\/configmaps\/default\/shared$/ },
        { id: 'second', at: /^person\/enter~2$/ },
        { id: 'refused', at: /^kubectl\/print~2$/, ask: { right: 1 } },
      ],
      covers: [],
    },
    {
      id: 'takeover',
      beats: [
        { id: 'force', at: /^etcd\/commit\/configmaps\/default\/shared~2$/ },
        { id: 'ledger', at: /^kubectl\/print~4$/ },
        { id: 'let-go', at: /^person\/enter~5$/ },
        { id: 'left', at: /^etcd\/commit\/configmaps\/default\/shared~3$/, ask: { right: 1 } },
        { id: 'seen', at: /^kubectl\/print~6$/ },
      ],
      covers: [],
    },
  ],
};
