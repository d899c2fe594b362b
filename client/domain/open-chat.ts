import { createOpener } from '#client/lib/opener.ts'

/** Opens the chat: the launcher, while it is there. */
export const { open: openChat, on: onOpenChat } = createOpener()
