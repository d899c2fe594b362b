import type { ReactNode } from 'react'
import { LogoMark } from './logo-mark.tsx'

/** A page with one card below the product's name, for pages outside the portal such as the sign-in. */
export function CenteredPage({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <main className="grid min-h-dvh justify-items-center px-4 py-8 sm:items-center sm:py-16">
      <div className="w-full max-w-105">
        <a
          href="/"
          className="mb-6 flex items-center justify-center gap-3 rounded-control font-semibold text-17 tracking-heading"
        >
          <LogoMark />
          Partner Portal
        </a>
        <div className="flex flex-col gap-6 rounded-card border border-line bg-surface p-6 sm:p-8">
          {children}
        </div>
        {below}
      </div>
    </main>
  )
}
