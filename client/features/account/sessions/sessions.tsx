import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { Ago, Day } from '#client/domain/day.tsx'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { question } from '#client/ui/question.tsx'
import type { AccountSession } from '#contract/account/sessions.ts'
import { useEndOtherSessions, useEndSession } from './mutations.ts'

const networkLabels: Record<AccountSession['network'], string> = {
  current: 'Your current network',
  machine: 'Same machine as the portal',
  private: 'Private network',
  public: '',
}

/** Shows where the user is signed in, and ends sessions. */
export function Sessions() {
  const regionRef = useRef<HTMLElement>(null)
  // Live updates wait while a dialog is open, so the sessions are read each time that their dialog opens.
  const sessions = useQuery({ ...readOf('/api/account/sessions'), ...notInEventStream })
  // The focused button goes away with the session that it ended.
  const handleEnded = () => regionRef.current?.focus()

  return (
    <section ref={regionRef} tabIndex={-1} aria-labelledby="sessions-title" className="outline-none">
      <h3 id="sessions-title" className="font-semibold text-15">
        Where you're signed in
      </h3>
      <p className="mt-1 text-13 text-muted">
        End a session that you don't recognize or no longer need. That browser is signed out immediately.
      </p>
      <QueryState query={sessions} failure={{ title: 'Your sessions could not be loaded' }} className="mt-3">
        {(listed) => (
          <>
            <ul className="divide-y divide-line border-line border-y">
              {listed.map((session) => (
                <SessionRow key={session.id} session={session} onEnded={handleEnded} />
              ))}
            </ul>
            {listed.length > 1 ? (
              <EndOthers onEnded={handleEnded} />
            ) : (
              <p className="mt-3 text-13 text-muted">You're not signed in anywhere else.</p>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

function SessionRow({ session, onEnded }: { session: AccountSession; onEnded: () => void }) {
  const { id, browser, isPhone, isCurrent, address, network, signedInAt, lastUsedAt } = session
  const { mutate: end, isPending } = useEndSession(id, onEnded)
  const now = useNow()
  const Icon = isPhone ? Smartphone : Monitor
  const place = [address || 'Address unknown', networkLabels[network]].filter(Boolean).join(' · ')
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon aria-hidden className="size-5 shrink-0 self-start text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {browser}
          {isCurrent && <Badge tone="positive">This browser</Badge>}
        </p>
        <p className="wrap-anywhere text-13 text-muted">{place}</p>
        <p className="text-13 text-muted">
          <span className="inline-block">
            {isCurrent ? (
              'Active now'
            ) : (
              <>
                Last used <Ago at={lastUsedAt} now={now} />
              </>
            )}
          </span>
          <span aria-hidden>{' · '}</span>
          <span className="inline-block">
            Signed in <Day at={signedInAt} exact />
          </span>
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" pending={isPending} onClick={() => end()} aria-label={`End session: ${browser}`}>
          End
        </Button>
      )}
    </li>
  )
}

function EndOthers({ onEnded }: { onEnded: () => void }) {
  const { mutate: endOthers, isPending } = useEndOtherSessions(onEnded)
  return (
    <Button
      className="mt-4"
      pending={isPending}
      opens={question({
        title: 'End all other sessions?',
        description: 'Every other browser is signed out immediately. You stay signed in here.',
        confirmLabel: 'End sessions',
        onConfirm: endOthers,
      })}
    >
      End all other sessions
    </Button>
  )
}
