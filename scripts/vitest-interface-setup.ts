/** Animations end at once under happy-dom, which has no frames to draw them in. */
import { cleanup } from '@testing-library/react';
import { MotionGlobalConfig } from 'framer-motion';
import { afterEach } from 'vitest';
import { chooseLocale } from '#i18n/locale';

// Tests read English words.
await chooseLocale('en');
MotionGlobalConfig.skipAnimations = true;
afterEach(cleanup);
