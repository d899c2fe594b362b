import { createOpener } from '#client/lib/opener.ts'

/** Opens the search of everything. */
export const palette = createOpener()

/** Opens the list of keyboard shortcuts. */
export const shortcutList = createOpener()
