/** Flags that every command takes. Models cli-runtime genericclioptions ConfigFlags. */
import { arrayFlag, boolFlag, type FlagSpec, intFlag, refused, stringFlag } from './flag-spec.ts';

export const globalFlags: readonly FlagSpec[] = [
  stringFlag('as', 'Username to impersonate for the operation'),
  arrayFlag('as-group', 'Group to impersonate for the operation'),
  stringFlag('as-uid', 'UID to impersonate for the operation'),
  stringFlag('cluster', 'The name of the kubeconfig cluster to use'),
  stringFlag('context', 'The name of the kubeconfig context to use'),
  stringFlag('kubeconfig', 'Path to the kubeconfig file to use'),
  stringFlag('namespace', 'If present, the namespace scope for this request', { shorthand: 'n' }),
  stringFlag('request-timeout', 'How long to wait for one server request', { default: '0' }),
  stringFlag('server', 'The address and port of the API server', { shorthand: 's' }),
  stringFlag('token', 'Bearer token for authentication to the API server'),
  stringFlag('user', 'The name of the kubeconfig user to use'),
  intFlag('v', 'number for the log level verbosity', { shorthand: 'v' }),
  boolFlag(
    'warnings-as-errors',
    'Treat warnings received from the server as errors and exit with a non-zero exit code',
  ),
  ...refused(
    arrayFlag('as-user-extra', 'User extras to impersonate for the operation'),
    stringFlag('cache-dir', 'Default cache directory', { default: '/home/admin/.kube/cache' }),
    stringFlag('certificate-authority', 'Path to a cert file for the certificate authority'),
    stringFlag('client-certificate', 'Path to a client certificate file for TLS'),
    stringFlag('client-key', 'Path to a client key file for TLS'),
    boolFlag('disable-compression', 'Opt out of response compression'),
    boolFlag('insecure-skip-tls-verify', "Do not check the server's certificate"),
    boolFlag('match-server-version', 'Require server version to match client version'),
    stringFlag('password', 'Password for basic authentication to the API server'),
    stringFlag('profile', 'Name of profile to capture', { default: 'none' }),
    stringFlag('tls-server-name', 'Server name to use for server certificate validation'),
    stringFlag('username', 'Username for basic authentication to the API server'),
  ),
];
