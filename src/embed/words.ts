/** The few words of a frame before the interface is there, which has its own catalogue. */
import titles from 'virtual:titles/en';
import type { Locale } from '#i18n/preferred-locale';

interface Words {
  readonly start: string;
  readonly starting: string;
  readonly failed: string;
  readonly again: string;
  readonly open: string;
  readonly at: string;
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    start: 'Start the walkthrough',
    starting: 'Starting …',
    failed: 'The walkthrough could not be loaded.',
    again: 'Try again',
    open: 'Open the full page',
    at: 'From step {step}',
  },
  'zh-CN': {
    start: '开始演示',
    starting: '正在启动……',
    failed: '演示未能加载。',
    again: '重试',
    open: '打开完整页面',
    at: '从步骤 {step} 开始',
  },
};

export interface FrameWords extends Words {
  /** By the id of a scenario or a tour. */
  readonly titles: Readonly<Record<string, string>>;
}

/** The words of a language; the titles of all but English are fetched. */
export async function wordsOf(locale: Locale): Promise<FrameWords> {
  if (locale === 'en') return english;
  const { default: own } = await import('virtual:titles/zh-CN');
  return { ...words[locale], titles: { ...titles, ...own } };
}

export const english: FrameWords = { ...words.en, titles };
