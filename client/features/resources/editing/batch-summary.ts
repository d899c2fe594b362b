import { isToSend, isUnderWay, type Upload } from '#client/domain/files/upload.ts'

type Counted = Pick<Upload, 'stage' | 'failure'>

/** The next action of the button below several files. */
export type NextStep = { does: 'upload' | 'retry'; count: number } | { does: 'wait' } | { does: 'close' }

export interface BatchSummary {
  /** The progress; empty before it begins. */
  text: string
  next: NextStep
}

export const summaryOf = (uploads: readonly Counted[]): BatchSummary => {
  const count = (fits: (upload: Counted) => boolean) => uploads.filter(fits).length
  const done = count(({ stage }) => stage === 'done')
  const failed = count(({ stage }) => stage === 'failed')
  const toSend = count(isToSend)
  const running = count(isUnderWay)

  if (running > 0) return { text: `${done} of ${done + failed + running} uploaded`, next: { does: 'wait' } }
  const text = [done > 0 && `${done} uploaded`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')
  if (toSend === 0)
    return { text, next: uploads.length > 0 ? { does: 'close' } : { does: 'upload', count: 0 } }
  const onlyFailed = count(({ stage }) => stage === 'chosen') === 0
  return { text, next: { does: onlyFailed ? 'retry' : 'upload', count: toSend } }
}
