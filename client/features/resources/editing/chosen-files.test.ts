import { expect, test } from 'vitest'
import type { UploadFailure, UploadStage } from '#client/domain/files/upload.ts'
import { summaryOf } from './chosen-files.tsx'

const at = (stage: UploadStage, canRetry = true) => ({
  stage,
  failure:
    stage === 'failed'
      ? ({
          step: 'send',
          reason: 'The connection was lost.',
          canRetry,
          mustSendAgain: true,
          cause: null,
        } satisfies UploadFailure)
      : null,
})
const done = at('done')

test.each([
  ['nothing chosen', [], '', { does: 'upload', count: 0 }],
  ['two chosen', [at('chosen'), at('chosen')], '', { does: 'upload', count: 2 }],
  ['on the way', [done, at('sending'), at('waiting'), at('checking')], '1 of 4 uploaded', { does: 'wait' }],
  ['all done', [done, done], '2 uploaded', { does: 'close' }],
  ['one failed', [done, done, done, done, at('failed')], '4 uploaded, 1 failed', { does: 'retry', count: 1 }],
  ['one failed for good', [done, at('failed', false)], '1 uploaded, 1 failed', { does: 'close' }],
  ['one failed, one added since', [at('failed'), at('chosen')], '1 failed', { does: 'upload', count: 2 }],
])('the summary and the button match the uploads: %s', (_what, uploads, text, next) => {
  expect(summaryOf(uploads)).toEqual({ text, next })
})
