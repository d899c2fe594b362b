import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

/** Shown instead of an empty page when a screen throws an error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main role="alert" className="grid min-h-dvh place-items-center p-6 text-center">
        <div>
          <h1 className="text-20">Something went wrong on this page</h1>
          <p className="mt-2 text-muted">Your saved work is safe. Reload the page to continue.</p>
          <Button variant="primary" className="mt-6" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </main>
    )
  }
}
