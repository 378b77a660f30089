import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tour } from '#scenarios/tours/tour';
import { useLesson } from '../lesson/lesson-store.ts';
import { useTour } from '../tour/tour-store.ts';
import ShareLinks from './share-links.tsx';

const lesson: Tour = { id: 'lesson', scenario: 'create-deployment', drive: [], chapters: [] };
const long = /This lesson is too long for a link\. Save it as a file/;

beforeEach(() => useTour.setState({ tour: lesson }));
afterEach(() => {
  cleanup();
  useTour.setState(useTour.getInitialState());
  useLesson.setState(useLesson.getInitialState());
});

describe('a lesson that is shared', () => {
  it('is offered as a file when it is too long for a link', () => {
    render(<ShareLinks address="https://podyssey.example/" />);
    expect(screen.getByText(long)).toBeDefined();
  });

  it.each([{ hash: 'l=v1.abc' }, { path: 'lessons/one.yaml' }])('is in the link: %o', (place) => {
    useLesson.setState(place);
    render(<ShareLinks address="https://podyssey.example/" />);
    expect(screen.queryByText(long)).toBeNull();
  });
});
