import { isStaff } from '#contract/users/roles.ts'
import { canReadActivation } from '#server/features/activations/access.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { PhotoRow } from './data.ts'

interface Event {
  partnerId: string
  stage: string
  activationDate: Date
}

/** Returns the event if the user may read it. @throws AppError `not_found` */
export const requireReadable = <E extends { partnerId: string }>(
  user: SignedInUser,
  event: E | undefined,
): E => {
  if (!event || !canReadActivation(user, event)) throw notFound()
  return event
}

/**
 * Returns the event if the user may say what came of it.
 * @throws AppError `not_found`; `conflict` before it begins, and for a canceled one
 */
export const requireHeld = <E extends Event>(user: SignedInUser, found: E | undefined): E => {
  const event = requireReadable(user, found)
  if (event.stage === 'canceled') throw new AppError('conflict', 'This event was canceled.')
  if (event.activationDate > new Date()) throw new AppError('conflict', 'This event has not begun yet.')
  return event
}

/** The fields of a recap that only the company sees and writes. */
export const companyFields = ['screenings', 'leads', 'costCents', 'currency', 'staffNote'] as const

/** Whether a user may remove a photo: staff, and whoever added it. */
export const canRemovePhoto = (user: SignedInUser, { uploadedBy }: Pick<PhotoRow, 'uploadedBy'>) =>
  isStaff(user.role) || uploadedBy === user.id
