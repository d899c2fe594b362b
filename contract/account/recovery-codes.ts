import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { isoDate } from '../fields.ts'
import { recoveryAlphabet, recoveryCodeLength } from './recovery-code-text.ts'

const wrongShape = `A recovery code has ${recoveryCodeLength} letters and digits`

/** Reads a code that was typed or pasted, in any case and with any hyphens and spaces; undefined if the text is not a code. */
export const readRecoveryCode = (text: string) => {
  const code = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const isCode = code.length === recoveryCodeLength && [...code].every((c) => recoveryAlphabet.includes(c))
  return isCode ? code : undefined
}

export const getRecoveryCodes = endpoint('GET', '/api/account/recovery-codes', {
  access: 'staff',
  summary: 'How many recovery codes the user has left, and since when',
  responses: { 200: z.strictObject({ left: z.number().int(), createdAt: isoDate.nullable() }) },
})

export const createRecoveryCodes = endpoint('POST', '/api/account/recovery-codes', {
  access: 'staff',
  stepUp: true,
  summary: "Replaces the user's recovery codes with ten new ones, shown only in this response",
  responses: { 201: z.strictObject({ codes: z.array(z.string()) }) },
})

export const RecoveryCodeForm = z.strictObject({
  code: z
    .string()
    .max(100, wrongShape)
    .transform((text, context) => {
      const code = readRecoveryCode(text)
      if (!code) context.addIssue(wrongShape)
      return code ?? z.NEVER
    }),
})

export const redeemRecoveryCode = endpoint('POST', '/api/account/recovery-codes/redeem', {
  access: 'any-session',
  summary: 'Uses a recovery code instead of a passkey; 429 after too many wrong codes',
  body: RecoveryCodeForm,
  responses: { 204: z.void() },
})
