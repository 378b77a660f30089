import { describe, expect, it } from 'vitest';
import { objectOf } from '../../api.test.fixture.ts';
import { WebhookBed } from '../webhook-bed.fixture.ts';

const labels = { kind: 'add-label', key: 'hooked', value: 'yes' } as const;

describe('MutatingAdmissionWebhook', () => {
  it('patches what is stored, and has the plugins of the server run again', () => {
    const bed = new WebhookBed({ label: labels });
    bed.webhook('Mutating', 'label', { reinvocationPolicy: 'IfNeeded' });
    const made = bed.create('label');
    expect(objectOf(made).metadata.labels).toEqual({ for: 'label', hooked: 'yes' });
    const calls = bed.called().filter((name) => name === 'label.example.com');
    expect(calls).toHaveLength(1);
  });

  it('calls webhooks one after the other, by the names of their configurations', () => {
    const bed = new WebhookBed({ zebra: labels, ant: { ...labels, value: 'first' } });
    const both = { objectSelector: { matchLabels: { for: 'both' } } };
    bed.webhook('Mutating', 'zebra', both);
    bed.webhook('Mutating', 'ant', both);
    const made = bed.create('both');
    expect(bed.called()).toEqual(['ant.example.com', 'zebra.example.com']);
    expect(objectOf(made).metadata.labels).toEqual({ for: 'both', hooked: 'yes' });
  });

  it('calls one again whose object a later one changed, if it wants to be', () => {
    const bed = new WebhookBed({ ant: { ...labels, key: 'first' }, zebra: labels });
    const both = { objectSelector: { matchLabels: { for: 'both' } } };
    bed.webhook('Mutating', 'ant', { ...both, reinvocationPolicy: 'IfNeeded' });
    bed.webhook('Mutating', 'zebra', both);
    bed.create('both');
    expect(bed.called()).toEqual(['ant.example.com', 'zebra.example.com', 'ant.example.com']);
  });

  it('does not call a webhook whose rules or selectors do not fit', () => {
    const bed = new WebhookBed({ label: labels });
    bed.webhook('Mutating', 'label', {});
    expect(objectOf(bed.create('other')).metadata.labels).toEqual({ for: 'other' });
    expect(bed.called()).toEqual([]);
  });
});
