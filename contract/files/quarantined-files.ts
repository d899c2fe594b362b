import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filePath } from './file-fields.ts'

/** The verdict of the virus scanner on a file. Only a clean file can be opened. */
export const scanVerdicts = ['waiting', 'clean', 'infected'] as const
export type ScanVerdict = (typeof scanVerdicts)[number]

/** Why a file is quarantined. */
export const QuarantineVerdict = z.strictObject({
  verdict: z.enum(['waiting', 'infected']),
  /** The scanner's name for the threat that it found; for staff only. */
  threat: z.string().nullable(),
})
export type QuarantineVerdict = z.output<typeof QuarantineVerdict>

/** A quarantined file, which nobody can open. */
export const QuarantinedFile = QuarantineVerdict.extend({ filePath })
export type QuarantinedFile = z.output<typeof QuarantinedFile>

export const listQuarantinedFiles = endpoint('GET', '/api/held-files', {
  access: 'signed-in',
  summary:
    'Files in the caller’s lists that are waiting for the virus scanner or infected; empty without a scanner',
  responses: { 200: z.array(QuarantinedFile) },
})
