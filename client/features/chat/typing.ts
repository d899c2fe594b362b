import { typingIntervalMs } from '#contract/chat/connection.ts'
import type { ServerFrame } from '#contract/chat/frames.ts'

/** Another user who is typing. */
export type TypingUser = Pick<
  Extract<ServerFrame, { type: 'typing' }>['data'],
  'conversationId' | 'isSupport' | 'personId' | 'name'
>

// The server ends typing after twice the interval; this longer time is for the case that its frame is lost.
const expiryMs = 3 * typingIntervalMs

const isSame = (one: TypingUser, other: TypingUser) =>
  one.conversationId === other.conversationId &&
  one.personId === other.personId &&
  one.isSupport === other.isSupport

type Sender = { conversationId: string; senderId: string | null; isSupport: boolean }

/** Creates the list of typing users. A user stays in it until a frame or a message of theirs removes them, or until it expires. */
export const createTypingUsers = (onChange: (users: readonly TypingUser[]) => void) => {
  let entries: readonly { user: TypingUser; timer: ReturnType<typeof setTimeout> }[] = []

  const filter = (stays: (user: TypingUser) => boolean, added: typeof entries = []) => {
    const staying = entries.filter(({ user }) => stays(user))
    if (staying.length === entries.length && added.length === 0) return
    for (const entry of entries) if (!staying.includes(entry)) clearTimeout(entry.timer)
    entries = [...staying, ...added]
    onChange(entries.map(({ user }) => user))
  }

  return {
    update({ typing, ...user }: TypingUser & { typing: boolean }) {
      const isOther = (each: TypingUser) => !isSame(each, user)
      filter(isOther, typing ? [{ user, timer: setTimeout(() => filter(isOther), expiryMs) }] : [])
    },
    /** Removes the sender of a message. Partners see the team as one user, without an id. */
    removeSender({ conversationId, senderId, isSupport }: Sender) {
      filter(
        (each) =>
          each.conversationId !== conversationId ||
          each.isSupport !== isSupport ||
          (each.personId !== null && each.personId !== senderId),
      )
    },
    clear: () => filter(() => false),
  }
}

/** Sends typing frames for the user of this page: at most one in each `typingIntervalMs`, and one at the end. */
export const createTypingSender = (send: (conversationId: string | null, typing: boolean) => void) => {
  let sent: { conversationId: string | null; at: number } | null = null
  return {
    start(conversationId: string | null) {
      const now = performance.now()
      if (sent?.conversationId === conversationId && now - sent.at < typingIntervalMs) return
      sent = { conversationId, at: now }
      send(conversationId, true)
    },
    stop() {
      if (sent) send(sent.conversationId, false)
      sent = null
    },
    /** Forgets the state without sending a frame, for when the others know already that typing has ended. */
    reset() {
      sent = null
    },
  }
}

/** Describes who is typing, such as "Ana is typing"; null if nobody is. */
export const typingText = (users: readonly TypingUser[]): string | null => {
  const [first, second, ...others] = new Set(users.map(({ name }) => name))
  if (first === undefined) return null
  if (second === undefined) return `${first} is typing`
  return others.length === 0 ? `${first} and ${second} are typing` : 'Several people are typing'
}
