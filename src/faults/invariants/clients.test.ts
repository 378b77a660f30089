import { describe, expect, it } from 'vitest';
import { commit, evidenceOf, exchange, keyOf } from '../facts.fixture.ts';
import { keysAreLinearizable, nothingAcknowledgedIsLost } from './clients.ts';

const key = keyOf('a');
const value = { metadata: { name: 'a' } };
const second = { version: 2, createRevision: 1 };
const created = exchange(1, { verb: 'create', name: 'a', revision: 1 }, [commit(1, key, value)]);

describe('a write that was answered', () => {
  it('is found where etcd committed it', () => {
    expect(nothingAcknowledgedIsLost(evidenceOf(created))).toBeUndefined();
  });

  it('is missed when etcd does not have it', () => {
    const lost = exchange(2, { verb: 'update', name: 'a', revision: 2 });
    expect(nothingAcknowledgedIsLost(evidenceOf([...created, ...lost]))?.message).toBe(
      `revision 2 of ${key} for client is not in the store`,
    );
  });

  it('is missed when the object that it deleted is still there', () => {
    const kept = exchange(2, { verb: 'delete', name: 'a' });
    const gone = exchange(2, { verb: 'delete', name: 'a' }, [commit(2, key)]);
    expect(nothingAcknowledgedIsLost(evidenceOf([...created, ...gone]))).toBeUndefined();
    expect(nothingAcknowledgedIsLost(evidenceOf([...created, ...kept]))?.message).toBe(
      `the deletion of ${key} for client is not in the store`,
    );
  });
});

describe('a read of one key', () => {
  const read = (revision: number) => exchange(9, { verb: 'get', name: 'a', revision });
  const update = [commit(2, key, value, second)];

  it('may show either state while a write is under way', () => {
    for (const revision of [1, 2]) {
      const during = exchange(9, { verb: 'get', name: 'a', revision }, update);
      expect(keysAreLinearizable(evidenceOf([...created, ...during]))).toBeUndefined();
    }
  });

  it('shows no state that was over when it began', () => {
    expect(keysAreLinearizable(evidenceOf([...created, ...update, ...read(2)]))).toBeUndefined();
    expect(keysAreLinearizable(evidenceOf([...created, ...update, ...read(1)]))?.message).toBe(
      `client read ${key} at 1, not its state then`,
    );
  });

  it('does not miss an object that is there', () => {
    const missed = exchange(9, { verb: 'get', name: 'a', code: 404 });
    expect(keysAreLinearizable(evidenceOf([...created, ...missed]))?.message).toContain('at 0');
    const deleted = [...created, commit(2, key), ...missed];
    expect(keysAreLinearizable(evidenceOf(deleted))).toBeUndefined();
  });

  it('shows each field as it was', () => {
    const wrong = exchange(9, { verb: 'get', name: 'a', revision: 1, data: { data: { a: 'b' } } });
    expect(keysAreLinearizable(evidenceOf([...created, ...wrong]))?.message).toBe(
      `client read ${key} at 1 with another data than it had`,
    );
  });
});

describe('a write that was refused', () => {
  const conflict = {
    reason: 'Conflict',
    message:
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; ' +
      'please apply your changes to the latest version and try again',
  };
  const exists = { reason: 'AlreadyExists', message: 'configmaps "a" already exists' };
  const missing = { reason: 'NotFound', message: 'configmaps "a" not found' };
  const late = { verb: 'update', name: 'a', code: 409, refusal: conflict } as const;

  it('was of another version than the object had', () => {
    const right = exchange(9, { ...late, given: '7' });
    const wrong = exchange(9, { ...late, given: '1' });
    expect(keysAreLinearizable(evidenceOf([...created, ...right]))).toBeUndefined();
    expect(keysAreLinearizable(evidenceOf([...created, ...wrong]))?.message).toBe(
      `client was refused ${key} because it was not at 1, where it was all the time`,
    );
  });

  it('met an object of its name', () => {
    const refused = exchange(9, { verb: 'create', name: 'a', code: 409, refusal: exists });
    expect(keysAreLinearizable(evidenceOf([...created, ...refused]))).toBeUndefined();
    const gone = evidenceOf([...created, commit(2, key), ...refused]);
    expect(keysAreLinearizable(gone)?.message).toContain('because it was not at 0');
  });

  it('met none of its name', () => {
    const refused = exchange(9, { verb: 'delete', name: 'a', code: 404, refusal: missing });
    expect(keysAreLinearizable(evidenceOf([...created, commit(2, key), ...refused]))).toBe(
      undefined,
    );
    expect(keysAreLinearizable(evidenceOf([...created, ...refused]))?.message).toContain('at 0');
  });
});
