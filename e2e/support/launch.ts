/** How the tests, and the trial before them, start the browsers that Playwright drives. */
import type { LaunchOptions } from '@playwright/test';

/**
 * Chromium gets the pop-ups of its address bar ready for each new context, which takes a second of
 * a core, and nobody types there; and a renderer for a page that may come: the first four. The
 * switch takes the place of Playwright's own, so the others are repeated.
 */
const featuresOff = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'BlockOriginHeaderModificationOnRedirect',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

export function launchOfChromium(executablePath: string): LaunchOptions {
  return {
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${featuresOff.join(',')}`,
    ],
  };
}

export function launchOfFirefox(executablePath: string): LaunchOptions {
  return {
    // A Firefox as people have it, not the one that Playwright builds.
    channel: 'moz-firefox',
    executablePath,
    // The driver cannot set it for each page.
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
  };
}
