import { expect, it } from 'vitest';
import { onlyAsks } from './answer.ts';

it.each([
  ['kubectl get pods -o wide', true],
  ['kubectl describe pod nginx', true],
  ['kubectl fly', true],
  ['kubectl create deployment nginx --image=nginx', false],
  ['  kubectl   scale deployment nginx --replicas=5', false],
])('%o is answered at once: %o', (line, expected) => {
  expect(onlyAsks(line)).toBe(expected);
});
