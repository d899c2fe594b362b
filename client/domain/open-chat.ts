let open: (() => void) | undefined

/** Opens the chat from anywhere on a signed-in screen. */
export const openChat = () => open?.()

/** Names what opens the chat: the launcher, while it is there. Answers the way to take that back. */
export const onOpenChat = (opener: () => void) => {
  open = opener
  return () => {
    if (open === opener) open = undefined
  }
}
