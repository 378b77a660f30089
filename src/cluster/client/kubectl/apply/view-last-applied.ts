/** `kubectl apply view-last-applied`. Source: pkg/cmd/apply apply_view_last_applied.go. */
import { ok } from '#base/result';
import { readJson } from '#k8s.io/apimachinery/json-reader';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import { filenameFlags } from '../manifest/read-manifests.ts';
import { toJson } from '../printers/json.ts';
import { toYaml } from '../printers/yaml.ts';
import { choiceFlags, objectsOf } from '../resource/objects-of.ts';
import { lastApplied } from './patch-object.ts';

export const viewLastApplied: Command = {
  name: 'view-last-applied',
  short: 'View the latest last-applied-configuration annotations of a resource/object',
  usage: '(TYPE [NAME | -l label] | TYPE/NAME | -f FILENAME)',
  flags: [
    stringFlag('output', 'Output format: yaml or json', { shorthand: 'o', default: 'yaml' }),
    ...choiceFlags,
    ...filenameFlags,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags, path } = invocation;
  const output = flags.string('output');
  if (output !== 'yaml' && output !== 'json') {
    const message = `Unexpected -o output mode: ${output}, the flag 'output' must be one of yaml|json`;
    return usageError(path, message);
  }
  const infos = yield* objectsOf(invocation, args);
  if (!infos.ok) return infos;
  for (const { object } of infos.value) {
    const { name, annotations } = object.metadata;
    const note = annotations?.[lastApplied];
    if (note === undefined) {
      return fail(`no last-applied-configuration annotation found on resource: ${name}`);
    }
    const read = readJson(note, 0);
    if (!read.ok) return fail(read.error);
    session.out(output === 'yaml' ? toYaml(read.value.value) : toJson(read.value.value));
  }
  return ok(undefined);
}
