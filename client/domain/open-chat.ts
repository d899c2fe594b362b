import { createOpener } from '#client/lib/opener.ts'

/** Opens the chat while its launcher is mounted. */
export const { open: openChat, on: onOpenChat } = createOpener()
