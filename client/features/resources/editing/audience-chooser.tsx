import { useId } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Choice, ChoiceGroup } from '#client/ui/choice-group.tsx'
import { Field } from '#client/ui/field.tsx'
import { MultiPicker } from '#client/ui/multi-picker.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Audience, type AudienceKind, missingPartners, usesGroup, usesPartners } from './audience.ts'
import { useAudienceCount, useGroups, usePartnerChoices } from './queries.ts'

type AudienceChooserProps = {
  value: Audience
  onChange: (audience: Audience) => void
  /** Whether the stored audience is a group and partners together, which is then offered as a choice. */
  canBeBoth?: boolean
  problems: { group?: string; partners?: string }
}

/** Chooses the audience of a file, and shows how many partners it has. */
export function AudienceChooser({ value, onChange, canBeBoth = false, problems }: AudienceChooserProps) {
  const name = useId()
  const count = useAudienceCount(value)
  const choices: [AudienceKind, string][] = [
    ['everyone', 'Everyone'],
    ['group', 'A group'],
    ['partners', 'Chosen partners'],
    ...(canBeBoth ? [['both', 'A group and chosen partners'] as [AudienceKind, string]] : []),
  ]
  return (
    <div className="grid grid-cols-1 gap-3">
      <ChoiceGroup label="Who can see it" className={canBeBoth ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}>
        {choices.map(([kind, label]) => (
          <Choice
            key={kind}
            name={name}
            label={label}
            checked={value.kind === kind}
            onChange={() => onChange({ ...value, kind })}
          />
        ))}
      </ChoiceGroup>
      {usesGroup(value) && (
        <GroupChooser
          value={value.group}
          onChange={(group) => onChange({ ...value, group })}
          error={problems.group}
        />
      )}
      {usesPartners(value) && (
        <PartnerChooser
          value={value.partnerIds}
          onChange={(partnerIds) => onChange({ ...value, partnerIds })}
          error={problems.partners}
        />
      )}
      {/* As high while it is empty. */}
      <p role="status" className="min-h-5 text-13 text-muted">
        {count !== undefined && countLabel(count)}
      </p>
    </div>
  )
}

const countLabel = (count: number) => {
  if (count === 0) return 'No partner will see this yet'
  return count === 1 ? '1 partner will see this' : `${count} partners will see this`
}

type GroupChooserProps = { value: string; onChange: (group: string) => void; error: string | undefined }

/** One of the groups of partners. A stored group without partners stays a choice. */
function GroupChooser({ value, onChange, error }: GroupChooserProps) {
  const groups = useGroups()
  if (groups.isError && !groups.data) {
    return (
      <Alert title="The groups could not be loaded" onRetry={() => groups.refetch()}>
        What you entered is still here.
      </Alert>
    )
  }
  const known = groups.data?.groups ?? []
  const isKnown = value === '' || known.some(({ name }) => name === value)
  return (
    <Field label="Group" required error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{groups.data ? 'Choose a group' : 'Loading...'}</option>
        {!isKnown && <option value={value}>{groups.data ? `${value} (no partners)` : value}</option>}
        {known.map(({ name, partners }) => (
          <option key={name} value={name}>
            {name} ({partners === 1 ? '1 partner' : `${partners} partners`})
          </option>
        ))}
      </Select>
    </Field>
  )
}

// As many as the server takes.
const maxPartners = 200

type PartnerChooserProps = {
  value: string[]
  onChange: (partnerIds: string[]) => void
  error: string | undefined
}

function PartnerChooser({ value, onChange, error }: PartnerChooserProps) {
  const partners = usePartnerChoices()
  const missing = new Set(missingPartners(value, partners.data))
  if (partners.isError && !partners.data) {
    return (
      <Alert title="The partners could not be loaded" onRetry={() => partners.refetch()}>
        What you entered is still here.
      </Alert>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <MultiPicker
        label="Partners"
        chosenLabel="Chosen partners"
        placeholder="Search by name or business"
        emptyText="No partner of that name"
        options={partners.data?.map(({ id, businessName, fullName }) => ({
          id,
          label: businessName,
          detail: fullName,
        }))}
        value={value.filter((id) => !missing.has(id))}
        onChange={onChange}
        maxChosen={maxPartners}
        fullText={`At most ${maxPartners} partners. Use a group for more.`}
        error={error}
      />
      {missing.size > 0 && (
        <p className="text-13 text-muted">
          {missing.size === 1 ? '1 chosen partner is' : `${missing.size} chosen partners are`} no longer
          there, and will be left out.
        </p>
      )}
    </div>
  )
}
