/** `kubectl describe serviceaccount`. Source: describe.go ServiceAccountDescriber. */
import type { ServiceAccount } from '#k8s.io/api/core/v1';
import { describeMetadata, simpleDescriber } from './simple-describer.ts';

const header = 'Image pull secrets:';

export const describeServiceAccount = simpleDescriber<ServiceAccount>((page, account) => {
  describeMetadata(page, account);
  const names = (account.imagePullSecrets ?? []).map(({ name = '' }) => name);
  if (names.length === 0) page.line(0, `${header}\t<none>`);
  names.forEach((name, i) => {
    page.line(0, `${i === 0 ? header : ' '.repeat(header.length)}\t${name}`);
  });
});
