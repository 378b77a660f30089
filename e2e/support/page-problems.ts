/** Collects what a healthy page never has: console errors, exceptions, failed requests. */
import type { Page } from '@playwright/test';

/** As Chromium and Firefox say it. */
const abandoned = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED'];

/** Call before the page opens; the returned list fills as problems come. */
export function problemsOf(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // A page that is left gives up what it still waits for.
    if (!abandoned.includes(errorText)) problems.push(`request: ${request.url()} ${errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}
