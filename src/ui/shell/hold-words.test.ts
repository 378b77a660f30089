import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { player } from '#player/player';
import { holdWhileReading } from './hold-words.ts';

let stop = (): void => {};

beforeEach(() => {
  document.body.innerHTML = '<p class="caption"><b>words</b></p><i>map</i><dialog></dialog>';
  stop = holdWhileReading();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const over = (selector: string, pointerType = 'mouse'): void => {
  fireEvent.pointerOver(document.querySelector(selector) as Element, { pointerType });
};

describe('the words stay', () => {
  it('while a mouse is on them, and no longer', () => {
    over('b');
    expect(player.getState().heldBy).toEqual(['pointer']);
    over('i');
    expect(player.getState().heldBy).toEqual([]);
  });

  it('do not stay for a finger, which points at nothing after its touch', () => {
    over('b', 'touch');
    expect(player.getState().heldBy).toEqual([]);
  });

  it('while a dialog is open', async () => {
    const dialog = document.querySelector('dialog') as HTMLDialogElement;
    dialog.setAttribute('open', '');
    await expect.poll(() => player.getState().heldBy).toEqual(['open']);
    dialog.removeAttribute('open');
    await expect.poll(() => player.getState().heldBy).toEqual([]);
  });
});
