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
});
