/**
 * Tests that no simulator of this kind can pass, with the reason. The list only sorts the page:
 * nothing looks at a test's name while it runs.
 */

export interface OutOfReach {
  readonly tests: RegExp;
  readonly reason: string;
}

const outOfReach: readonly OutOfReach[] = [
  {
    tests: /Sample API Server/,
    reason: 'an aggregated API server with an etcd of its own runs as a program in a Pod',
  },
];

/** Why a test is out of reach; `undefined`: it is not. */
export const reasonOf = (name: string): string | undefined =>
  outOfReach.find(({ tests }) => tests.test(name))?.reason;
