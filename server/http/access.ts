import type { Access } from '#contract/endpoint.ts'
import { isStaff } from '#contract/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { forbidden, unauthorized } from './app-error.ts'

const passes: Record<Exclude<Access, 'anyone'>, (user: SignedInUser) => boolean> = {
  'signed-in': () => true,
  onboarded: (user) => isStaff(user.role) || user.onboardingStatus === 'completed',
  staff: (user) => isStaff(user.role),
  admin: (user) => user.role === 'admin',
}

/** @throws AppError `unauthorized` without a user, `forbidden` for one who may not. */
export const requireAccess = (access: Exclude<Access, 'anyone'>, user: SignedInUser | null) => {
  if (!user) throw unauthorized()
  if (!passes[access](user)) throw forbidden()
}
