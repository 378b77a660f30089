/** The attributes of what the server itself does with its storages, without a request. */
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { UserInfo } from './authenticator/user-info.ts';
import type { RequestAttributes } from './request-attributes.ts';

/** The user of the server as its own client. Source: server/config_selfclient.go. */
const apiserverUser: UserInfo = {
  name: 'system:apiserver',
  uid: '',
  groups: ['system:authenticated', 'system:masters'],
  extra: {},
};

/** `namespace` and `name` are empty where the resource or the verb has none. */
export const serverAttributes = (
  verb: string,
  resource: ResourceInfo,
  namespace: string,
  name: string,
): RequestAttributes => ({
  request: 0,
  user: apiserverUser,
  verb,
  resource,
  subresource: '',
  namespace,
  name,
  dryRun: false,
  fieldManager: 'kube-apiserver',
  userAgent: 'kube-apiserver',
  warn: () => undefined,
  annotate: () => undefined,
});
