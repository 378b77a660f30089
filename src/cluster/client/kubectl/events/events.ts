/**
 * `kubectl events`: the events of a namespace, or of one object, oldest first.
 *
 * Models k8s.io/kubectl pkg/cmd/events events.go and event_printer.go.
 */
import { ok } from '#base/result';
import { parseRfc3339, type SimTime } from '#base/sim-time';
import type { Event } from '#k8s.io/api/core/v1';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { events as eventsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, intFlag, refused, sliceFlag, stringFlag } from '../command-line/flag-spec.ts';
import { since } from '../describe/dates.ts';
import { fail, type Outcome } from '../failure.ts';
import { objectPrinter, printObject } from '../get/output.ts';
import { alignColumns, tableColumns } from '../printers/tabwriter.ts';
import { resourceOfType } from '../resource/resource-arguments.ts';

export const eventsCommand: Command = {
  name: 'events',
  short: 'List events',
  usage: '[--for TYPE/NAME] [--types=Normal,Warning]',
  flags: [
    boolFlag('all-namespaces', 'Look in all namespaces', { shorthand: 'A' }),
    intFlag('chunk-size', 'Return large lists in chunks', { default: '500' }),
    stringFlag('for', 'Only events of this object'),
    boolFlag('no-headers', 'Print no headers'),
    sliceFlag('types', 'Normal or Warning'),
    stringFlag('output', 'Output format', { shorthand: 'o' }),
    ...refused(boolFlag('watch', 'Go on watching', { shorthand: 'w' })),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, flags } = invocation;
  const everywhere = flags.bool('all-namespaces');
  const types = flags.list('types').map((type) => type.toLowerCase());
  const strange = types.find((type) => type !== 'normal' && type !== 'warning');
  if (strange !== undefined) return fail('valid --types are Normal or Warning');
  const subject = yield* subjectOf(invocation);
  if (!subject.ok) return subject;
  const namespace = everywhere ? '' : session.config.namespace;
  const query = { fieldSelector: subject.value, limit: flags.int('chunk-size') };
  const list = yield* session.client.get<KubeList<Event>>(eventsResource, { namespace, query });
  if (!list.ok) return list;
  const found = list.value.items
    .filter(({ type = '' }) => types.length === 0 || types.includes(type.toLowerCase()))
    .map((event) => ({ event, time: timeOf(event) }))
    .sort((a, b) => a.time - b.time)
    .map(({ event }) => event);
  if (found.length === 0) {
    session.err(everywhere ? 'No events found.\n' : `No events found in ${namespace} namespace.\n`);
    return ok(undefined);
  }
  if (flags.string('output') !== '') return printEvents(invocation, found);
  const place = everywhere ? ['NAMESPACE'] : [];
  const header = [...place, 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'];
  const rows = found.map((event) => rowOf(event, session.sim.now, everywhere));
  const lines = [...(flags.bool('no-headers') ? [] : [header]), ...rows];
  session.out(alignColumns(lines.map((row) => `${row.join('\t')}\n`).join(''), tableColumns));
  return ok(undefined);
}

function printEvents({ session, flags }: Invocation, found: readonly Event[]): Outcome {
  const printer = objectPrinter(flags.string('output'), { columns: false });
  if (!printer.ok) return fail(printer.error);
  const items = found.map((event) => asJson({ ...event, apiVersion: 'v1', kind: 'Event' }));
  const list = { apiVersion: 'v1', kind: 'EventList', metadata: {}, items };
  for (const value of printer.value.joins ? [list] : items) {
    const printed = printObject(session, printer.value, value, eventsResource);
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}

/** The field selector of `--for`. */
function* subjectOf({ session, flags }: Invocation): Process<Outcome<string | undefined>> {
  const text = flags.string('for');
  if (text === '') return ok(undefined);
  const [type = '', name = ''] = text.split('/');
  if (name === '') return fail(`--for must be in resource/name form`);
  const resource = yield* resourceOfType(session, type);
  if (!resource.ok) return resource;
  return ok(`involvedObject.kind=${resource.value.kind},involvedObject.name=${name}`);
}

/**
 * Events of the old API have whole seconds, those of the new one fractions, so their texts cannot
 * be compared.
 * Source: events.go eventTime.
 */
const timeOf = ({ series, lastTimestamp, eventTime }: Event): SimTime =>
  parseRfc3339(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? '') ??
  Number.NEGATIVE_INFINITY;

function rowOf(event: Event, now: SimTime, withNamespace: boolean): readonly string[] {
  const { involvedObject, type = '', reason = '', message = '', metadata } = event;
  const object = `${involvedObject.kind ?? ''}/${involvedObject.name ?? ''}`;
  const cells = [seen(event, now), type, reason, object, message.trim()];
  return withNamespace ? [metadata.namespace ?? '', ...cells] : cells;
}

/** Source: event_printer.go getInterval. */
function seen(event: Event, now: SimTime): string {
  const { eventTime, firstTimestamp, lastTimestamp, series, count = 0 } = event;
  const first = since(now, eventTime ?? firstTimestamp);
  if (series !== undefined)
    return `${since(now, series.lastObservedTime)} (x${series.count ?? 0} over ${first})`;
  return count > 1 ? `${since(now, lastTimestamp)} (x${count} over ${first})` : first;
}
