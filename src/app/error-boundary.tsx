/** A fault of the page itself: shows the original message, and offers to load the page again. */
import { Component, type ReactNode } from 'react';
import { t } from '#i18n/locale';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main className="problem" role="alert">
        <h1>{t('app.name')}</h1>
        <h2>{t('problem.broken')}</h2>
        <pre>{error.message}</pre>
        <p>
          <button type="button" className="btn primary" onClick={() => location.reload()}>
            {t('problem.broken.reload')}
          </button>
        </p>
      </main>
    );
  }
}
