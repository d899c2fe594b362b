import { signInAddresses, signInAttempts } from '#server/db/schema/users.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { isOfAddress } from '../data.ts'

export const signInData: PersonalData = {
  async erase(tx, { email }) {
    await tx.delete(signInAttempts).where(isOfAddress(signInAttempts.email, email))
    await tx.delete(signInAddresses).where(isOfAddress(signInAddresses.email, email))
  },
}
