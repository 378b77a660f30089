import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

describe('AlwaysAdmit', () => {
  it('is not among the default plugins', () => {
    const bed = new AdmissionBed();
    expect(bed.send(podOf('web')).code).toBe(201);
    expect(bed.outcomes('AlwaysAdmit')).toEqual([
      'off: not among the enabled plugins',
      'off: not among the enabled plugins',
    ]);
  });

  it('looks at nothing where it is enabled', () => {
    const bed = new AdmissionBed('AlwaysAdmit');
    expect(bed.send(podOf('web')).code).toBe(201);
    const idle = 'inert: deprecated; admits everything';
    expect(bed.outcomes('AlwaysAdmit')).toEqual([idle, idle]);
  });

  it('does not overrule a plugin that refuses', () => {
    const bed = new AdmissionBed('AlwaysAdmit');
    expect(bed.send(podOf('web', { priorityClassName: 'nope' })).code).toBe(403);
  });
});
