import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { personName } from '#client/domain/person-name.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Combobox, type ComboboxOption } from '#client/ui/combobox.tsx'
import { Field } from '#client/ui/field.tsx'
import { formFieldId } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { roleLabels } from '#contract/users/roles.ts'
import type { UserChoice } from '#contract/users/users.ts'
import { useUserSnapshot } from '../queries.ts'
import { type PartnerValues, refilledByUser } from './partner-values.ts'

const detailOf = ({ email, role }: UserChoice) => (role === 'user' ? email : `${email} · ${roleLabels[role]}`)

const optionOf = (user: UserChoice): ComboboxOption => {
  const label = personName(user)
  const detail = label === user.email ? user.role !== 'user' && roleLabels[user.role] : detailOf(user)
  return { id: user.id, label, ...(detail && { detail }) }
}

/** The field for the user of the new partner. Choosing a user fills in the name and the email. */
export function UserChooser() {
  const { setValue, getValues, formState } = useFormContext<PartnerValues>()
  const userId = useWatch<PartnerValues, 'userId'>({ name: 'userId' })
  const [picked, setPicked] = useState<UserChoice | null>(null)
  const [search, setSearch] = useState<string | null>(null)
  const {
    rows: users,
    total,
    ...found
  } = useSearchResults(search ?? '', (wanted) =>
    pageOf('/api/admin/users-without-partner-profiles', { query: { search: wanted, limit: '50' } }),
  )
  // The user was chosen by the address, or before a reload.
  const given = useUserSnapshot(userId, picked?.id !== userId)
  const chosen = picked?.id === userId ? picked : (given.data ?? null)

  const handleChange = ({ id }: ComboboxOption) => {
    const user = users?.find((one) => one.id === id)
    if (!user) return
    const changes = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    const { fullName, email } = refilledByUser(getValues(), chosen, user)
    setPicked(user)
    setValue('userId', id, changes)
    if (fullName !== undefined) setValue('fullName', fullName, changes)
    if (email !== undefined) setValue('email', email, changes)
  }

  const hasNobody = !search?.trim() && found.isCurrent && total === 0
  if (hasNobody && !userId) return <NoUsers />
  return (
    <Field
      label="User"
      id={formFieldId('userId')}
      required
      hint={chosen ? detailOf(chosen) : 'Lists users without a partner profile.'}
      error={formState.errors.userId?.message}
    >
      <Combobox
        label="User"
        placeholder="Search by name or email"
        emptyText="No matching users without a partner profile"
        value={userId ? (chosen ? optionOf(chosen) : { id: userId, label: '...' }) : null}
        onChange={handleChange}
        search={search}
        onSearch={setSearch}
        found={{ ...found, options: users?.map(optionOf) }}
        maxLength={limits.name}
      />
    </Field>
  )
}

const NoUsers = () => (
  <Alert tone="info" title="All users have a partner profile">
    <p>Add a user first, then make them a partner.</p>
    <Button asChild size="small" className="mt-3">
      <Link href="/admin?tab=users">Add User</Link>
    </Button>
  </Alert>
)
