import { createOpener } from '#client/lib/opener.ts'

/** `openChat` opens the chat, or does nothing while its launcher is not mounted. The launcher registers itself with `onOpenChat`. */
export const { open: openChat, on: onOpenChat } = createOpener()
