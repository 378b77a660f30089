import { expect, it } from 'vitest';
import { isRefused, onlyAsks, staysOpen } from './answer.ts';

it.each([
  ['kubectl get pods -o wide', true],
  ['kubectl describe pod nginx', true],
  ['kubectl fly', true],
  ['kubectl create deployment nginx --image=nginx', false],
  ['  kubectl   scale deployment nginx --replicas=5', false],
  ['kubectl -n other delete pod web', false],
  ['kubectl get pods -o name | xargs kubectl delete', false],
  ['cat <<EOF | kubectl apply -f -\na: b\nEOF', false],
  ['kubectl get pods | grep web', true],
])('%o is answered at once: %o', (line, expected) => {
  expect(onlyAsks(line)).toBe(expected);
});

it.each([
  ['kubectl get pods -w', true],
  ['kubectl get pods --watch -o wide', true],
  ['kubectl logs -f deploy/nginx', true],
  ['kubectl logs nginx --follow=true', true],
  ['kubectl port-forward pod/web 8080:80', true],
  ['kubectl proxy', true],
  ['kubectl proxy &', false],
  ['kubectl get pods', false],
  ['kubectl apply -f x.yaml', false],
  ['kubectl get -f x.yaml-w', true],
  ['kubectl get pods -w | grep web', true],
  ['kubectl get pods | grep -f words', false],
  ['watch kubectl get pods', true],
])('%o reports as time passes: %o', (line, expected) => {
  expect(staysOpen(line)).toBe(expected);
});

it('a command that ends with an error is refused, and its end is known by its exit code', () => {
  const ended = (exitCode: number): Parameters<typeof isRefused>[0] =>
    ({ log: { fact: () => ({ type: 'CommandExited', exitCode }) } }) as never;
  expect(isRefused(ended(1), 7)).toBe(true);
  expect(isRefused(ended(0), 7)).toBe(false);
});
