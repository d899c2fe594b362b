import { type ServerFrame, typingIntervalMs } from '#contract/chat/frames.ts'

/** Somebody else who types. */
export type Typist = Pick<
  Extract<ServerFrame, { type: 'typing' }>['data'],
  'conversationId' | 'isSupport' | 'personId' | 'name'
>

// The server ends it after twice that time; a word of it that was lost on the way must not make anybody type for ever.
const overMillis = 3 * typingIntervalMs

const isSame = (one: Typist, other: Typist) =>
  one.conversationId === other.conversationId &&
  one.personId === other.personId &&
  one.isSupport === other.isSupport

/** Who types, each until it is told that they have stopped, they have said it, or for some seconds. */
export const createTypists = (onChange: (typists: readonly Typist[]) => void) => {
  let known: readonly { typist: Typist; timer: ReturnType<typeof setTimeout> }[] = []

  const keep = (isKept: (typist: Typist) => boolean, more: typeof known = []) => {
    const kept = known.filter(({ typist }) => isKept(typist))
    if (kept.length === known.length && more.length === 0) return
    for (const each of known) if (!kept.includes(each)) clearTimeout(each.timer)
    known = [...kept, ...more]
    onChange(known.map(({ typist }) => typist))
  }

  return {
    note({ typing, ...typist }: Typist & { typing: boolean }) {
      const isOther = (each: Typist) => !isSame(each, typist)
      keep(isOther, typing ? [{ typist, timer: setTimeout(() => keep(isOther), overMillis) }] : [])
    },
    /** Has said something: whoever it was types no more. To a partner the team is one. */
    forget({ conversationId, senderId, isSupport }: Said) {
      keep(
        (each) =>
          each.conversationId !== conversationId ||
          each.isSupport !== isSupport ||
          (each.personId !== null && each.personId !== senderId),
      )
    },
    clear: () => keep(() => false),
  }
}

interface Said {
  conversationId: string
  senderId: string | null
  isSupport: boolean
}

/** Tells others that one types: at most once each `typingMillis`, however fast one types, and when one stops. */
export const createOwnTyping = (tell: (conversationId: string | null, typing: boolean) => void) => {
  let told: { conversationId: string | null; at: number } | null = null
  return {
    goOn(conversationId: string | null) {
      const now = performance.now()
      if (told?.conversationId === conversationId && now - told.at < typingIntervalMs) return
      told = { conversationId, at: now }
      tell(conversationId, true)
    },
    stop() {
      if (told) tell(told.conversationId, false)
      told = null
    },
    /** The others know already. */
    forget() {
      told = null
    },
  }
}

/** "Ana types" in words; null when nobody does. */
export const typingLine = (typists: readonly Typist[]): string | null => {
  const names = [...new Set(typists.map(({ name }) => name))]
  const [first, second] = names
  if (first === undefined) return null
  if (second === undefined) return `${first} is typing`
  return names.length === 2 ? `${first} and ${second} are typing` : 'Several people are typing'
}
