import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { Day } from '#client/domain/day.tsx'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { question } from '#client/ui/question.tsx'
import { recoveryCodeCount } from '#contract/account/recovery-code-text.ts'
import { useCreateRecoveryCodes } from './mutations.ts'
import { NewCodes } from './new-codes.tsx'

// With this few codes left, their number is shown as a warning.
const fewCodes = 3

/** The recovery codes of a member of staff, in the account dialog. */
export function RecoveryCodesSection() {
  const query = useQuery({ ...readOf('/api/account/recovery-codes'), ...notInEventStream })
  const passkeys = useQuery({ ...readOf('/api/account/passkeys'), ...notInEventStream })
  const { data: user } = useCurrentUser()
  // This is true for staff who have a passkey but have not used it in this session.
  const isUnproven = user?.passkey?.isRegistered === true
  const [codes, setCodes] = useState<string[] | null>(null)
  const creating = useCreateRecoveryCodes(setCodes)
  const newCodesQuestion = question({
    title: 'Create new recovery codes?',
    description: 'Your current codes stop working immediately.',
    confirmLabel: 'Create new codes',
    tone: 'primary',
    onConfirm: creating.mutate,
  })

  return (
    <section aria-labelledby="recovery-codes" className="grid grid-cols-1 gap-3">
      <div>
        <h3 id="recovery-codes" className="text-15">
          Recovery codes
        </h3>
        <p className="text-13 text-muted">
          For when you don't have your passkey: sign in again and enter a code. Each works once.
        </p>
      </div>
      {codes ? (
        <>
          <Alert tone="caution" title="Save these codes now">
            They won't be shown again. Keep them where only you can read them, away from your passkey.
          </Alert>
          <NewCodes codes={codes} />
          <div className="flex justify-end">
            <Button variant="primary" onClick={() => setCodes(null)}>
              I've saved them
            </Button>
          </div>
        </>
      ) : (
        <QueryState query={query} failure={{ title: 'Your recovery codes could not be loaded' }}>
          {({ left, createdAt }) => (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line px-3 py-2.5 sm:px-4">
              <p>
                {createdAt ? (
                  <>
                    <span className={left <= fewCodes ? 'font-medium text-caution' : 'font-medium'}>
                      {`${left} of ${recoveryCodeCount} left`}
                    </span>{' '}
                    <span className="text-13 text-muted">
                      · created <Day at={createdAt} />
                    </span>
                  </>
                ) : (
                  <span className="text-muted">No recovery codes yet</span>
                )}
              </p>
              {isUnproven ? null : createdAt ? (
                <Button pending={creating.isPending} opens={newCodesQuestion}>
                  Create new codes
                </Button>
              ) : passkeys.data?.length === 0 ? (
                <p className="text-13 text-muted">Add a passkey first</p>
              ) : (
                <Button pending={creating.isPending} onClick={() => creating.mutate()}>
                  Create recovery codes
                </Button>
              )}
            </div>
          )}
        </QueryState>
      )}
    </section>
  )
}
