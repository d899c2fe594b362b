import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { currentUserPath, useCurrentUser } from '#client/domain/current-user.ts'
import { Day } from '#client/domain/day.tsx'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { canUsePasskeys, passkeyProblem, whyNoPasskeys } from '#client/lib/webauthn.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { question } from '#client/ui/question.tsx'
import { type Passkey, PasskeyName } from '#contract/account/passkeys.ts'
import { limits } from '#contract/limits.ts'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './mutations.ts'
import { ProveFirst } from './prove-first.tsx'

/** The user's own passkeys, in the account dialog. */
export function PasskeysSection() {
  const client = useQueryClient()
  const { data: user } = useCurrentUser()
  // This is true for staff who have a passkey but have not used it in this session.
  const isUnproven = user?.passkey?.isRegistered === true
  const passkeys = useQuery({ ...readOf('/api/account/passkeys'), ...notInEventStream })
  const adding = useAddPasskey(() => {
    toast({ title: 'Passkey added', tone: 'positive' })
    // Adding a passkey also proves the session, which the current user shows.
    return client.invalidateQueries({ queryKey: [currentUserPath] })
  })

  const addButton = (
    <Button pending={adding.isPending} onClick={() => adding.mutate()}>
      Add a passkey
    </Button>
  )

  return (
    <section aria-labelledby="passkeys" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h3 id="passkeys" className="text-15">
            Passkeys
          </h3>
          <p className="text-13 text-muted">
            Sign in with your fingerprint, face or screen lock instead of an emailed code.
          </p>
        </div>
        {canUsePasskeys() && !isUnproven && addButton}
      </div>
      {!canUsePasskeys() && (
        <Alert tone="info" title="Passkeys can't be added here">
          {whyNoPasskeys()}
        </Alert>
      )}
      {isUnproven && <ProveFirst />}
      {adding.error && <Alert title="Passkey not added">{passkeyProblem(adding.error)}</Alert>}
      <QueryState
        query={passkeys}
        failure={{ title: 'Your passkeys could not be loaded' }}
        empty={{
          when: (rows) => rows.length === 0,
          show: (
            <div className="rounded-card border border-line border-dashed">
              <EmptyState icon={KeyRound} line="No passkeys yet" />
            </div>
          ),
        }}
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-card border border-line">
            {rows.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} isLocked={isUnproven} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

type PasskeyItemProps = { passkey: Passkey; isLocked: boolean }

function PasskeyItem({ passkey, isLocked }: PasskeyItemProps) {
  const { id, name, isSynced, createdAt, lastUsedAt } = passkey
  const itemRef = useRef<HTMLLIElement>(null)
  const removing = useRemovePasskey(id)

  const handleRemove = () => {
    const dialog = itemRef.current?.closest<HTMLElement>('[role=dialog]')
    // The focused button is removed together with its item.
    removing.mutate(undefined, { onSuccess: () => dialog?.focus() })
  }

  return (
    <li ref={itemRef} className="flex items-center gap-3 px-3 py-2.5 sm:px-4">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere line-clamp-2 font-medium">{name}</p>
        <p className="text-13 text-muted">
          Added <Day at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              last used <Day at={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
          {!isSynced && ' · only on one device'}
        </p>
      </div>
      <span className={isLocked ? 'hidden' : 'flex shrink-0 gap-0.5'}>
        <IconButton
          icon={Pencil}
          label={`Rename ${name}`}
          opens={(opening) => <RenameDialog {...opening} passkey={passkey} />}
        />
        <IconButton
          icon={Trash2}
          label={`Remove ${name}`}
          pending={removing.isPending}
          opens={question({
            title: `Remove ${name}?`,
            description:
              "You can no longer sign in with it. Delete it from your device, too: the portal can't do that.",
            confirmLabel: 'Remove',
            onConfirm: handleRemove,
          })}
        />
      </span>
    </li>
  )
}

function RenameDialog({ passkey, ...opening }: DialogOpening & { passkey: Passkey }) {
  const renaming = useRenamePasskey(passkey.id)
  const edit = useEditForm({
    schema: PasskeyName,
    record: { name: passkey.name, updatedAt: null },
    valuesOf: (record) => ({ name: record?.name ?? '' }),
    save: ({ name }) => renaming.mutateAsync(name),
  })
  return (
    <EditDialog {...opening} title="Rename passkey" edit={edit} submitLabel="Save" pendingLabel="Saving...">
      <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.name} />
    </EditDialog>
  )
}
