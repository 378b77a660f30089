/** Who one can be to an API server: rejected, anonymous, a person, a robot, somebody else. */
import type { Tour } from '../../tours/tour.ts';

export const tour: Tour = {
  id: 'unauthorized',
  scenario: 'create-deployment',
  drive: [
    { line: 'kubectl get pods --token=not-a-token', user: 'anon' },
    { after: 1, line: 'kubectl get pods', user: 'anon' },
    { after: 1, line: 'kubectl auth whoami', user: 'alice' },
    { after: 1, line: 'kubectl create serviceaccount robot' },
    { after: 1, line: 'kubectl create token robot' },
    { after: 1, line: 'kubectl get pods --as=bob' },
  ],
  chapters: [
    {
      id: 'nobody',
      beats: [
        { id: 'wrong', at: /^kube-apiserver\/authenticate\/pods\/default$/ },
        { id: 'said', at: /^kubectl\/print$/ },
        { id: 'anonymous', at: /^kube-apiserver\/authorize\/pods\/default$/, ask: { right: 2 } },
      ],
      covers: [],
    },
    {
      id: 'somebody',
      beats: [
        { id: 'certificate', at: /^kube-apiserver\/authenticate\/selfsubjectreviews$/ },
        { id: 'robot', at: /^kube-apiserver\/store\/serviceaccounts\/default\/robot$/ },
        { id: 'token', at: /^kubectl\/print~5$/, ask: { right: 0 } },
        { id: 'as', at: /^kube-apiserver\/authorize\/pods\/default~2$/ },
      ],
      covers: [],
    },
  ],
};
