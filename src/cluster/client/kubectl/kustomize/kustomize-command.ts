/**
 * `kubectl kustomize DIR`: prints the objects of a kustomization.
 * Models sigs.k8s.io/kustomize/kustomize/v5/commands/build as kubectl has it.
 */
import { ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, sliceFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { toYaml } from '../printers/yaml.ts';

export const kustomize: Command = {
  name: 'kustomize',
  short: 'Build a kustomization target from a directory or URL',
  usage: 'DIR',
  flags: refused(
    boolFlag('as-current-user', 'Use the user and group of the command'),
    boolFlag('enable-alpha-plugins', 'Enable kustomize plugins'),
    boolFlag('enable-helm', 'Enable use of the Helm chart inflator generator'),
    sliceFlag('env', 'Environment variables of functions', { shorthand: 'e' }),
    stringFlag('helm-command', 'The helm program', { default: 'helm' }),
    stringFlag('load-restrictor', 'Where files may be', { default: 'LoadRestrictionsRootOnly' }),
    sliceFlag('mount', 'Storage of functions'),
    boolFlag('network', 'Enable network access of functions'),
    stringFlag('network-name', 'The network of functions', { default: 'bridge' }),
    stringFlag('output', 'The file or folder to write', { shorthand: 'o' }),
  ),
  run,
};

function* run({ session, args }: Invocation): Process<Outcome> {
  if (args.length > 1) {
    return fail('specify one path to kustomization.yaml');
  }
  const built = session.kustomize(args[0] ?? '.');
  if (!built.ok) return fail(built.error);
  session.out(built.value.map(toYaml).join('---\n'));
  return ok(undefined);
}
