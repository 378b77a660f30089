/** The few words of a frame before the interface is there, which has a catalogue of its own. */
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
  'zh-TW': {
    start: '開始導覽',
    starting: '正在啟動……',
    failed: '導覽無法載入。',
    again: '重試',
    open: '開啟完整頁面',
    at: '從步驟 {step} 開始',
  },
  ja: {
    start: 'ツアーを始める',
    starting: '起動しています…',
    failed: 'ツアーを読み込めませんでした。',
    again: 'もう一度試す',
    open: 'ページ全体を開く',
    at: 'ステップ {step} から',
  },
};

export interface FrameWords extends Words {
  /** By the id of a scenario or a tour. */
  readonly titles: Readonly<Record<string, string>>;
}

const fetchTitles = {
  'zh-CN': () => import('virtual:titles/zh-CN'),
  'zh-TW': () => import('virtual:titles/zh-TW'),
  ja: () => import('virtual:titles/ja'),
} as const;

/** The words of a language; for all but English the titles are fetched. */
export async function wordsOf(locale: Locale): Promise<FrameWords> {
  if (locale === 'en') return english;
  const { default: own } = await fetchTitles[locale]();
  return { ...words[locale], titles: { ...titles, ...own } };
}

export const english: FrameWords = { ...words.en, titles };
