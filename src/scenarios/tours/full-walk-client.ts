/** The long walk on a person's own machine: from the command to the request. */
import type { TourChapter } from './tour.ts';

export const client: readonly TourChapter[] = [
  {
    id: 'enter',
    beats: [
      { id: 'then', at: /^person\/enter$/ },
      { id: 'flag', at: /^kubectl\/print/ },
    ],
    covers: ['003.command', '003.three-pods', '003.life-of-request'],
  },
  {
    id: 'kubectl',
    beats: [
      { id: 'bad-image', at: /^kubectl\/print/ },
      { id: 'object', at: /^kubectl\/generate/ },
      { id: 'dry-run', at: /^kubectl\/print/ },
      { id: 'unsupported', at: /^person\/enter/ },
    ],
    covers: [
      '003.kubectl.client-validation',
      '003.kubectl.unsupported',
      '003.kubectl.bad-image',
      '003.kubectl.http-request',
      '003.kubectl.generators',
      '003.kubectl.infer-kind',
      '003.kubectl.record',
      '003.kubectl.dry-run',
      '003.kubectl.runtime-object',
    ],
  },
  {
    id: 'versions',
    beats: [
      { id: 'cache', at: /^kubectl\/discover/ },
      { id: 'scan', at: /^kubectl\/send/ },
      { id: 'groups', at: /^kubectl\/print/ },
      {
        id: 'verbose',
        fact: { type: 'OutputPrinted', says: /round_trippers/ },
      },
    ],
    covers: [
      '003.api.groups',
      '003.api.find-version',
      '003.api.negotiation',
      '003.api.openapi',
      '003.api.cache',
      '003.api.verbose',
      '003.kubectl.send',
    ],
  },
  {
    id: 'client-auth',
    beats: [
      { id: 'flags', at: /^kubectl\/parse/ },
      { id: 'files', at: /^kubectl\/load-kubeconfig/ },
      { id: 'key', at: /^kubectl\/send\/selfsubjectreviews/ },
    ],
    covers: [
      '003.clientauth.kubeconfig',
      '003.clientauth.search',
      '003.clientauth.flags',
      '003.clientauth.x509',
      '003.clientauth.bearer',
      '003.clientauth.basic',
      '003.clientauth.oidc',
    ],
  },
];
