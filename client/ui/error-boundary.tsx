import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { CenteredPage } from './centered-page.tsx'

/** Shows a message instead of an empty page when a screen throws an error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <CenteredPage>
        <div role="alert">
          <h1 className="text-20">Something went wrong on this page</h1>
          <p className="mt-2 text-muted">Your saved work is safe. Reload the page to continue.</p>
        </div>
        <Button variant="primary" size="large" onClick={() => location.reload()}>
          Reload
        </Button>
      </CenteredPage>
    )
  }
}
