import type { ReactNode } from 'react'
import { type ShownQuery, useIsFirstRead } from './query-state.tsx'

type ShownTogetherProps = {
  /** The reads that the content waits for. A read that has failed is not waited for. */
  reads: readonly ShownQuery<unknown>[]
  skeleton: ReactNode
  className: string
  children: ReactNode
}

/** Shows parts that read separately when all of them have read, so that nothing moves. Until then they are there, but hidden. */
export function ShownTogether({ reads, skeleton, className, children }: ShownTogetherProps) {
  const isReading = useIsFirstRead(reads)
  return (
    <>
      {isReading && (
        <div aria-busy="true" className={className}>
          {skeleton}
        </div>
      )}
      <div hidden={isReading} className={className}>
        {children}
      </div>
    </>
  )
}
