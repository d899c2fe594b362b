import { randomInt } from 'node:crypto'
import {
  formatRecoveryCode,
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '#contract/account/recovery-code-text.ts'
import type { Deps } from '#server/deps.ts'
import { unauthorized, wrongField } from '#server/http/app-error.ts'
import { lockUser, recordStepUp, type SignedInUser } from '#server/sessions/data.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import { recordChange } from '../changes/actions.ts'
import { recoveryCodesCreated, recoveryCodeUsed } from '../events.ts'
import { requireProof } from '../passkeys/access.ts'
import * as data from './data.ts'

type CodeDeps = Pick<Deps, 'db' | 'jobs'>

const newCode = () =>
  Array.from({ length: recoveryCodeLength }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(
    '',
  )

/** Replaces the codes of a user. Only their hashes are stored. @throws AppError `passkey_required` */
export const createRecoveryCodes = ({ db, jobs }: CodeDeps, user: SignedInUser) =>
  db.transaction(async (tx) => {
    requireProof(user)
    await lockUser(tx, user.id)
    const codes = Array.from({ length: recoveryCodeCount }, newCode)
    await data.deleteRecoveryCodes(tx, user.id)
    await data.createRecoveryCodes(tx, user.id, codes.map(sha256))
    await recordChange({ jobs }, tx, user, { event: recoveryCodesCreated, owner: user })
    return codes.map(formatRecoveryCode)
  })

/** Accepts a recovery code instead of a passkey, and marks it as used. @throws AppError `bad_request` for a wrong or used code */
export const redeemRecoveryCode = ({ db, jobs }: CodeDeps, user: SignedInUser, code: string) =>
  db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if (!(await data.claimRecoveryCode(tx, user.id, sha256(code)))) {
      throw wrongField('code', 'This code is wrong or has been used.')
    }
    if (!(await recordStepUp(tx, user.sid, { withPasskey: true }))) throw unauthorized()
    await recordChange({ jobs }, tx, user, { event: recoveryCodeUsed, owner: user })
  })
