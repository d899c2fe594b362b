import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { GroupInput } from '#client/domain/group-input.tsx'
import { ApiError } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { RestoredNote } from '#client/ui/restored-note.tsx'
import { undoSeconds } from '#contract/bulk-kinds.ts'
import type { InvitePartners } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useInvite } from './calls.ts'
import {
  AgreementFields,
  InvitationPreview,
  ManagerField,
  PersonalLine,
  SetsField,
} from './common-fields.tsx'
import { type InviteValues, inviteSchema, linesOf, noLines, noValues } from './invite-values.ts'
import { LinesField } from './lines-field.tsx'

/** The names in the form of what the server refuses about a single partner. */
const fieldNames = {
  ...Object.fromEntries(
    ['email', 'fullName', 'businessName', 'partnerGroup'].map((name) => [`partners.0.${name}`, name]),
  ),
  'partners.0.row': 'email',
  partners: 'lines',
}

/** Invites partners with all that they get: their group, manager, agreements with terms, and task sets. */
export function InvitePartner({ me, open, onOpenChange }: DialogOpening & { me: CurrentUser }) {
  const { mutateAsync: invite } = useInvite(me)
  const edit = useEditForm<InviteValues, InvitePartners>({
    schema: inviteSchema,
    record: null,
    valuesOf: () => noValues,
    save: async (body) => {
      const { getValues, setValue } = edit.form
      try {
        await invite({ ...body, chosen: getValues('managerId') })
      } catch (error) {
        const lines = linesOf(getValues())
        if (error instanceof ApiError && lines.length > 0) {
          setValue('lines', JSON.stringify(withRefusals(lines, error.fields)))
        }
        throw error
      }
    },
    fieldNames,
    draftName: `invite:${me.id}`,
  })
  const lines = edit.form.watch('lines')
  const count = lines ? linesOf({ lines }).length : 1
  return (
    <EditDialog
      title="Invite partner"
      description={`The email goes out after ${undoSeconds} seconds; until then you can undo it.`}
      size="wide"
      open={open}
      onOpenChange={(next) => {
        edit.draft.forget()
        onOpenChange(next)
      }}
      edit={edit}
      hasDraft
      submitLabel={count <= 1 ? 'Invite' : `Invite ${formatCount(count, 'partner')}`}
      pendingLabel="Inviting..."
    >
      <RestoredNote draft={edit.draft} />
      <Invited />
      <FormPair>
        <GroupInput />
        <ManagerField me={me} />
      </FormPair>
      <FormPair>
        <SetsField />
        <PersonalLine />
      </FormPair>
      <InvitationPreview email={lines ? (linesOf({ lines })[0]?.email ?? '') : edit.form.watch('email')} />
      <AgreementFields />
    </EditDialog>
  )
}

/** Adds the server's objections to the lines, and opens these. */
const withRefusals = (lines: ReturnType<typeof linesOf>, fields: Record<string, string>) =>
  lines.map((line, index) => {
    const [, refusal] = Object.entries(fields).find(([name]) => name.startsWith(`partners.${index}.`)) ?? []
    return refusal ? { ...line, refusal, isOpen: true } : line
  })

/** The fields for the invited partner, or for several partners by pasted lines. */
function Invited() {
  const { setValue } = useFormContext<InviteValues>()
  const isSeveral = useWatch<InviteValues, 'lines'>({ name: 'lines' }) !== ''
  const [isSwitched, setSwitched] = useState(false)
  const handleSwitch = () => {
    setSwitched(true)
    setValue('lines', isSeveral ? '' : noLines, { shouldDirty: true })
  }
  return (
    <>
      {isSeveral ? (
        <LinesField />
      ) : (
        <>
          <FormInput
            name="email"
            label="Email"
            required
            type="email"
            autoComplete="off"
            autoFocus={isSwitched}
            maxLength={limits.email}
          />
          <FormPair>
            <FormInput name="fullName" label="Name" autoComplete="off" maxLength={limits.name} />
            <FormInput name="businessName" label="Business" autoComplete="off" maxLength={limits.name} />
          </FormPair>
        </>
      )}
      <Button size="small" className="justify-self-start" onClick={handleSwitch}>
        {isSeveral ? 'Invite one partner' : 'Invite several'}
      </Button>
    </>
  )
}
