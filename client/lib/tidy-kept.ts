import { forgetDays, forgetKept, type Keeper, readMark } from './kept-mark.ts'

/**
 * Removes what this browser may no longer keep: everything of another user, days that are over or of partners whom the user has left, and
 * without a user all days. While staff view the portal as a partner, their own stay.
 */
export const tidyKept = async (user: Keeper | null) => {
  const mark = readMark()
  if (!mark) return
  if (!user) return forgetDays()
  if ((user.viewing?.by.id ?? user.id) !== mark.userId) return forgetKept()
  if (user.viewing) return
  try {
    const { removeEnded } = await import('./kept-days.ts')
    await removeEnded(user)
  } catch {
    // The file cannot be loaded, or the browser refuses storage now. The next page tries again.
  }
}
