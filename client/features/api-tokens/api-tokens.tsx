import { useRef } from 'react'
import { Ago, Day } from '#client/domain/day.tsx'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { question } from '#client/ui/question.tsx'
import { apiTokenScopeLabels } from '#contract/api-token-choices.ts'
import type { ApiToken } from '#contract/api-tokens.ts'
import { roleLabels } from '#contract/users/roles.ts'
import { useRevokeToken } from './mutations.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { useApiTokens } from './queries.ts'

/** The API tokens, with the controls to create and revoke them. */
export function ApiTokens() {
  const tokens = useApiTokens()
  return (
    <Card
      title="API tokens"
      description={
        <>
          For programs that use the portal.{' '}
          <a href="/docs" className="text-accent underline underline-offset-3">
            API reference
          </a>
        </>
      }
      actions={
        <Button variant="primary" opens={(opening) => <NewTokenDialog {...opening} />}>
          New token
        </Button>
      }
    >
      <PagedList
        what="API tokens"
        query={tokens}
        rows={tokens.data}
        emptyLine="No API tokens yet"
        renderRow={(token) => <TokenRow key={token.id} token={token} />}
      />
    </Card>
  )
}

const stateLabels = { expired: 'Expired', stopped: 'Stopped' }

function TokenRow({ token }: { token: ApiToken }) {
  const { id, name, scope, role, state, createdBy, createdAt, lastUsedAt, expiresAt } = token
  const rowRef = useRef<HTMLLIElement>(null)
  const { mutate: revoke, isPending } = useRevokeToken(id)
  const now = useNow()

  const handleRevoke = () => {
    const around = rowRef.current?.closest<HTMLElement>('[tabindex="-1"]')
    // The focused button is removed together with its row.
    revoke(undefined, { onSuccess: () => around?.focus() })
  }

  return (
    <li ref={rowRef} className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-15">
          <span className="wrap-anywhere min-w-0">{name}</span>
          {state !== 'active' && (
            <Badge tone={state === 'expired' ? 'neutral' : 'caution'}>{stateLabels[state]}</Badge>
          )}
        </h3>
        <p className="text-13 text-muted">
          {`${apiTokenScopeLabels[scope]} · ${roleLabels[role]} · `}
          <span className="inline-block">
            {state === 'expired' ? 'Expired' : 'Expires'} <Day at={expiresAt} />
          </span>
        </p>
        <p className="text-13 text-muted">
          <span className="wrap-anywhere">{`Created by ${createdBy.name}`}</span>,{' '}
          <span className="inline-block">
            <Day at={createdAt} />
          </span>
          {' · '}
          <span className="inline-block">
            {lastUsedAt ? (
              <>
                Last used <Ago at={lastUsedAt} now={now} />
              </>
            ) : (
              'Never used'
            )}
          </span>
        </p>
        {state === 'stopped' && (
          <p className="text-13 text-muted">{`${createdBy.name} is no longer an active admin.`}</p>
        )}
      </div>
      <Button
        size="small"
        pending={isPending}
        aria-label={`Revoke ${name}`}
        opens={question({
          title: `Revoke ${name}?`,
          description: "It stops working immediately and can't be used again.",
          confirmLabel: 'Revoke',
          onConfirm: handleRevoke,
        })}
      >
        Revoke
      </Button>
    </li>
  )
}
