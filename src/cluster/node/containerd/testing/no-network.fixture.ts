/** A runtime that has found no network configuration. */
import { err } from '#base/result';
import { images } from '#cluster/images/images';
import { RuntimeBed } from './runtime-bed.fixture.ts';

export const bedWithoutNetwork = (): RuntimeBed =>
  new RuntimeBed(images, () => ({
    name: 'none',
    ready: false,
    *add() {
      return err({ code: 1, message: 'never asked' });
    },
    *del() {
      return err({ code: 1, message: 'never asked' });
    },
  }));
