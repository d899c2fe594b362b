import type { ReactNode } from 'react'

type PageHeadProps = {
  title: string
  /** The line below the title. */
  line?: ReactNode
  actions?: ReactNode
}

export function PageHead({ title, line, actions }: PageHeadProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-26">{title}</h1>
        {line && <p className="mt-1 text-muted">{line}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{actions}</div>}
    </header>
  )
}
