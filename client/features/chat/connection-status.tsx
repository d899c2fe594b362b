import { classNames } from '#client/ui/class-names.ts'

/** Whether what is said goes out now. */
export function ConnectionStatus({ connected }: { connected: boolean }) {
  return (
    <p role="status" className="flex shrink-0 items-center gap-1.5 text-12 text-muted">
      <span
        aria-hidden
        className={classNames('size-1.5 rounded-full', connected ? 'bg-positive' : 'bg-caution')}
      />
      {connected ? 'Online now' : 'Connecting...'}
    </p>
  )
}

const words = {
  team: ['The team is here', 'The team is away'],
  partner: ['The partner is here', 'The partner is away'],
} as const

/** Whether the other side is there; nothing until that is known. */
export function Presence({ who, present }: { who: keyof typeof words; present: boolean | null }) {
  return (
    <p role="status" className="min-w-0 truncate text-12 text-muted">
      {present !== null && (
        <>
          <span aria-hidden>· </span>
          {words[who][present ? 0 : 1]}
        </>
      )}
    </p>
  )
}
