/** Source: kubernetes pkg/registry/core/event/strategy.go. Events live for an hour. */
import type { Event } from '#k8s.io/api/core/v1';
import { invalidValue } from '#k8s.io/apimachinery/field-error';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { defineStrategy } from '../strategy.ts';

/** The default of --event-ttl. */
const ttlSeconds = 3600;

const involved =
  (key: 'kind' | 'namespace' | 'name' | 'uid' | 'apiVersion' | 'resourceVersion' | 'fieldPath') =>
  (event: unknown): string =>
    (event as Event).involvedObject?.[key] ?? '';

/** The names in events.k8s.io/v1, which shares the storage of core/v1. */
const regardingFields = {
  'regarding.kind': involved('kind'),
  'regarding.namespace': involved('namespace'),
  'regarding.name': involved('name'),
  'regarding.uid': involved('uid'),
  'regarding.apiVersion': involved('apiVersion'),
  'regarding.resourceVersion': involved('resourceVersion'),
  'regarding.fieldPath': involved('fieldPath'),
};

export const eventStrategy = defineStrategy<Event>({
  validate: ({ metadata, involvedObject }) => {
    const namespace = involvedObject?.namespace ?? '';
    const expected = namespace === '' ? 'default' : namespace;
    if (metadata.namespace === expected) return [];
    const detail = 'does not match event.namespace';
    return [invalidValue('involvedObject.namespace', namespace, detail)];
  },
  createOnUpdate: true,
  garbageCollection: 'unsupported',
  ttlSeconds,
  fields: {
    ...regardingFields,
    reportingController: (event) => asObject<Event>(event).reportingComponent ?? '',
    'involvedObject.kind': involved('kind'),
    'involvedObject.namespace': involved('namespace'),
    'involvedObject.name': involved('name'),
    'involvedObject.uid': involved('uid'),
    'involvedObject.apiVersion': involved('apiVersion'),
    'involvedObject.resourceVersion': involved('resourceVersion'),
    'involvedObject.fieldPath': involved('fieldPath'),
    reason: (event) => asObject<Event>(event).reason ?? '',
    reportingComponent: (event) => asObject<Event>(event).reportingComponent ?? '',
    source: (event) => sourceOf(asObject<Event>(event)),
    type: (event) => asObject<Event>(event).type ?? '',
  },
});

const sourceOf = ({ source, reportingComponent }: Event): string =>
  source?.component || (reportingComponent ?? '');
