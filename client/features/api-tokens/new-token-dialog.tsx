import { useState } from 'react'
import { z } from 'zod'
import { SecretDialog } from '#client/domain/secret-dialog.tsx'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormChoices, FormInput } from '#client/ui/form-fields.tsx'
import {
  type ApiTokenScope,
  apiTokenDays,
  apiTokenRoles,
  apiTokenScopeLabels,
  apiTokenScopes,
} from '#contract/api-token-choices.ts'
import { CreateApiToken } from '#contract/api-tokens.ts'
import { limits } from '#contract/limits.ts'
import { roleLabels } from '#contract/users/roles.ts'
import { useCreateToken } from './mutations.ts'

const { min, max } = apiTokenDays
const wholeDays = `Enter a whole number from ${min} to ${max}`

const schema = CreateApiToken.extend({
  expiresIn: z
    .string()
    .regex(/^\d{1,3}$/, wholeDays)
    .transform(Number)
    .refine((days) => days >= min && days <= max, wholeDays),
})

interface TokenValues {
  name: string
  scope: ApiTokenScope
  role: (typeof apiTokenRoles)[number]
  expiresIn: string
}

const valuesOf = (): TokenValues => ({
  name: '',
  scope: 'read',
  role: 'support',
  expiresIn: String(apiTokenDays.default),
})

/** Creates a token, and then shows it; the token cannot be shown again. */
export function NewTokenDialog(opening: DialogOpening) {
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null)
  return created ? (
    <SecretDialog
      title={`Token created: ${created.name}`}
      label="Token"
      secret={created.token}
      warning="Anyone who has it can use it. Keep it where only your program can read it."
      {...opening}
    />
  ) : (
    <TokenForm {...opening} onCreated={setCreated} />
  )
}

type TokenFormProps = DialogOpening & {
  onCreated: (created: { name: string; token: string }) => void
}

function TokenForm({ onCreated, ...opening }: TokenFormProps) {
  const { mutateAsync: create } = useCreateToken()
  const edit = useEditForm<TokenValues, CreateApiToken>({
    schema,
    record: null,
    valuesOf,
    save: async (body) => {
      const { token, apiToken } = await create(body)
      onCreated({ name: apiToken.name, token })
    },
  })
  return (
    <EditDialog
      {...opening}
      staysOpen
      title="New API token"
      description="For a program that reads the portal or works in it. It stops working if you're no longer an admin."
      edit={edit}
      submitLabel="Create token"
      pendingLabel="Creating..."
    >
      <FormInput
        name="name"
        label="Name"
        required
        autoComplete="off"
        maxLength={limits.group}
        hint="Which program uses it. The audit log shows its changes under this name."
      />
      <FormChoices
        name="scope"
        label="Scope"
        deps={[]}
        options={apiTokenScopes.map((value) => ({ value, label: apiTokenScopeLabels[value] }))}
      />
      <FormChoices
        name="role"
        label="Role"
        deps={[]}
        hint="What it can access. It can't sign in, sign agreements or export data."
        options={apiTokenRoles.map((value) => ({ value, label: roleLabels[value] }))}
      />
      <FormInput
        name="expiresIn"
        label="Expires in days"
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        hint={`From ${min} to ${max}`}
      />
    </EditDialog>
  )
}
