import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { EmailPreview } from '#client/domain/email-preview.tsx'
import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { TermsSection } from '#client/domain/terms-section.tsx'
import { call } from '#client/lib/api.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { Button } from '#client/ui/button.tsx'
import { FormSelect, FormTextArea } from '#client/ui/form-fields.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { isOnboardingType } from '#contract/documents/agreements/agreement.ts'
import { limits } from '#contract/limits.ts'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { groupManagers, managerOfGroup } from './calls.ts'
import { ChosenField } from './chosen-field.tsx'
import type { InviteValues } from './invite-values.ts'

const none = { value: 'none', label: 'No manager' }

/** The partner manager: by default that of the group or, if it has none, whoever invites. */
export function ManagerField({ me }: { me: CurrentUser }) {
  const { data: team = [] } = useTeam()
  const group = useDebouncedValue(
    useWatch<InviteValues, 'partnerGroup'>({ name: 'partnerGroup' }).trim(),
    300,
  )
  const { data: groups = [] } = useQuery({ ...groupManagers(group), enabled: group !== '' })
  const ofGroup = group === '' ? null : managerOfGroup(groups, group)
  return (
    <FormSelect
      name="managerId"
      label="Partner manager"
      placeholder={ofGroup ? `${ofGroup.name} (for this group)` : `${personName(me)} (you)`}
      options={[
        ...team
          .filter(({ id }) => id !== (ofGroup ?? me).id)
          .map((member) => ({ value: member.id, label: personName(member) })),
        // The partners of a group that has a manager always get one.
        ...(ofGroup ? [] : [none]),
      ]}
    />
  )
}

/** The sets that wait with an invitation. */
export function SetsField() {
  const { data: sets = [] } = useQuery({
    ...readOf('/api/admin/task-sets', { query: { limit: '100' } }),
    // A plan is given with an event.
    select: (all) => all.filter(({ givenWhen }) => givenWhen !== 'event'),
  })
  return (
    <ChosenField
      name="setIds"
      label="Task sets"
      chosenLabel="Chosen sets"
      placeholder="Choose a set"
      hint="Given when the profile is confirmed, with due dates from that day"
      options={sets.map(({ id, name }) => ({ id, label: name }))}
    />
  )
}

/** The agreements besides those of onboarding, and the terms of the partnership agreement, which open in place. */
export function AgreementFields() {
  const { data: types = [] } = useQuery(readOf('/api/admin/agreement-types'))
  const { getValues } = useFormContext<InviteValues>()
  const [hasTerms, setHasTerms] = useState(() => appendixAFields.some((name) => getValues(name) !== ''))
  return (
    <>
      <p className="border-line border-t pt-5 text-13 text-muted">
        Everyone signs the NDA and the partnership agreement.
      </p>
      <ChosenField
        name="agreements"
        label="More agreements"
        chosenLabel="Chosen agreements"
        placeholder="Choose an agreement"
        options={types
          .filter(({ id, isOffered }) => isOffered && !isOnboardingType(id))
          .map(({ id, name }) => ({ id, label: name }))}
      />
      {hasTerms ? (
        <TermsSection />
      ) : (
        <Button className="justify-self-start" onClick={() => setHasTerms(true)}>
          Add terms of the partnership agreement
        </Button>
      )}
    </>
  )
}

/** A text of the sender in the invitation email. */
export const PersonalLine = () => (
  <FormTextArea
    name="personalLine"
    label="A line from you"
    hint="Part of the invitation email"
    rows={2}
    maxLength={limits.reminderLine}
  />
)

const isEmail = (text: string) => /^[^\s@]{1,100}@[^\s@]{1,100}\.[a-z]{2,20}$/i.test(text)

/** The invitation email as the first partner reads it, once it is asked for. */
export function InvitationPreview({ email }: { email: string }) {
  const [isShown, setShown] = useState(false)
  if (!isShown) {
    return (
      <Button className="justify-self-start" onClick={() => setShown(true)}>
        Preview email
      </Button>
    )
  }
  return <Preview email={email} />
}

function Preview({ email }: { email: string }) {
  const personalLine = useDebouncedValue(
    useWatch<InviteValues, 'personalLine'>({ name: 'personalLine' }),
    300,
  )
  const recipient = useDebouncedValue(isEmail(email) ? email : 'partner@example.com', 300)
  const body = {
    partners: [{ email: recipient, businessName: '-' }],
    managerId: null,
    setIds: [],
    agreements: [],
    personalLine,
  }
  const preview = useQuery({
    queryKey: ['/api/admin/invitations/check', body],
    queryFn: () => call('POST /api/admin/invitations/check', { body }),
    placeholderData: keepPreviousData,
    ...notInEventStream,
  })
  return (
    <QueryState
      query={preview}
      loading={<Skeleton className="h-24" />}
      failure={{ title: 'The preview could not be loaded' }}
    >
      {({ email: written }) => (
        <EmailPreview email={written}>
          {written.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </EmailPreview>
      )}
    </QueryState>
  )
}
