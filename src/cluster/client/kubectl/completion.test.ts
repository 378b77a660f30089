import { describe, expect, it } from 'vitest';
import { completions } from './completion.ts';

const known = { pods: ['nginx', 'web-1'], deployments: ['web'], namespaces: ['default', 'team'] };

describe('completions', () => {
  it.each([
    ['kub', ['kubectl']],
    ['kubectl desc', ['describe']],
    ['kubectl rollout s', ['status']],
    ['kubectl create deployment web --im', ['--image']],
    ['kubectl get dep', ['deployments']],
    ['kubectl get -n t', ['team']],
    ['kubectl get pods -o y', ['yaml']],
    ['kubectl delete deploy ', ['web']],
    ['kubectl -n team logs ', ['nginx', 'web-1']],
    ['kubectl rollout status deployment/', ['deployment/web']],
    ['kubectl exec nginx -- c', []],
    ['kubectl set im', ['image']],
    ['kubectl rollout undo daem', ['daemonsets']],
    ['kubectl apply --dry-run=s', ['--dry-run=server']],
    ['kubectl debug w', ['web-1']],
    ['kubectl create tok', ['token']],
    ['kubectl config use', ['use-context']],
  ])('of "%s" are what kubectl would take next', (line, words) => {
    expect(completions(line, known)).toEqual(words);
  });
});
