import { Copy } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { toast } from '#client/lib/toast.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormChoices, FormInput } from '#client/ui/form-fields.tsx'
import {
  type ApiTokenScope,
  apiTokenDays,
  apiTokenRoles,
  apiTokenScopeLabels,
  apiTokenScopes,
  CreateApiToken,
} from '#contract/api-tokens.ts'
import { limits } from '#contract/fields.ts'
import { roleLabels } from '#contract/users/roles.ts'
import { useCreateToken } from './mutations.ts'

const { min, max } = apiTokenDays
const wholeDays = `A whole number from ${min} to ${max}`

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

/** Creates a token, and then shows it this once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null)
  return created ? (
    <CreatedToken {...created} onClose={onClose} />
  ) : (
    <TokenForm onCreated={setCreated} onClose={onClose} />
  )
}

type TokenFormProps = {
  onCreated: (created: { name: string; token: string }) => void
  onClose: () => void
}

function TokenForm({ onCreated, onClose }: TokenFormProps) {
  const { mutateAsync: create, isPending } = useCreateToken()
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
      open
      onOpenChange={onClose}
      title="New API token"
      description="For a program that reads the portal, or works in it. It stops working when you are no longer an admin."
      edit={edit}
      submitLabel={isPending ? 'Creating...' : 'Create token'}
      isPending={isPending}
    >
      <FormInput
        name="name"
        label="Name"
        required
        autoComplete="off"
        maxLength={limits.group}
        hint="Which program uses it. Changes stand in the audit log under this name."
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
        hint="What it has access to. It never signs in or signs, and exports nothing."
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

const copy = async (token: string) => {
  try {
    await navigator.clipboard.writeText(token)
    toast({ title: 'Token copied', tone: 'positive' })
  } catch {
    // Pages without https have no clipboard, and people can forbid it.
    toast({ title: 'Error', description: 'Could not copy. Select the token and copy it.', tone: 'danger' })
  }
}

function CreatedToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <Dialog title={`Token created: ${name}`} isGuarded open onOpenChange={onClose}>
      <div className="grid grid-cols-1 gap-5">
        <Alert tone="caution" title="Copy this token now">
          It won't be shown again. Whoever has it can do what it can: keep it where only the program reads it.
        </Alert>
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Field label="Token">
              <TextInput
                readOnly
                value={token}
                onFocus={({ target }) => target.select()}
                className="font-mono"
              />
            </Field>
          </div>
          <Button onClick={() => copy(token)}>
            <Copy aria-hidden className="size-4" />
            Copy
          </Button>
        </div>
        <DialogFooter>
          <DialogClose>
            <Button variant="primary">I've saved it</Button>
          </DialogClose>
        </DialogFooter>
      </div>
    </Dialog>
  )
}
