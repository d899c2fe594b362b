import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { formatCount } from '#client/lib/format.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { Button } from '#client/ui/button.tsx'
import { Choice, ChoiceGroup } from '#client/ui/choice-group.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { MultiPicker } from '#client/ui/multi-picker.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { countAudience } from '#contract/audience.ts'
import type { Received } from '#contract/endpoint.ts'
import { maxPartnersInQuery } from '#contract/limits.ts'
import {
  type Audience,
  type AudienceKind,
  audienceProblems,
  missingPartners,
  sentAudience,
  usesGroup,
  usesPartners,
} from './audience.ts'
import { ViewChooser } from './view-chooser.tsx'

const kindLabels: Record<AudienceKind, string> = {
  one: 'One partner',
  everyone: 'Everyone',
  group: 'A group',
  partners: 'Chosen partners',
  both: 'A group and chosen partners',
  view: 'A saved view',
}

type AudienceChooserProps = {
  label: string
  kinds: readonly AudienceKind[]
  /** Whether the chooser takes only one line, for use among the fields of a long form. */
  isCompact?: boolean
  value: Audience
  onChange: (audience: Audience) => void
  problems: { group?: string | undefined; partners?: string | undefined; view?: string | undefined }
  /** Returns the text that says how many partners the audience has; left out where the form says it itself. */
  textOf?: ((count: Count) => string) | undefined
  /** The field for a single partner. */
  children?: ReactNode
}

/** Chooses an audience, and shows how many partners are in it. */
export function AudienceChooser({
  label,
  kinds,
  isCompact = false,
  value,
  onChange,
  problems,
  textOf,
  children,
}: AudienceChooserProps) {
  const name = useId()
  const count = useAudienceCount(value, textOf !== undefined)
  return (
    <div className="grid grid-cols-1 gap-3">
      {isCompact ? (
        <Field label={label}>
          <Select
            value={value.kind}
            onChange={({ target }) => onChange({ ...value, kind: target.value as AudienceKind })}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindLabels[kind]}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <ChoiceGroup label={label} className={kinds.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}>
          {kinds.map((kind) => (
            <Choice
              key={kind}
              name={name}
              label={kindLabels[kind]}
              checked={value.kind === kind}
              onChange={() => onChange({ ...value, kind })}
            />
          ))}
        </ChoiceGroup>
      )}
      {value.kind === 'one' && children}
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
      {value.kind === 'view' && (
        <ViewChooser
          value={value.viewId}
          onChange={(viewId) => onChange({ ...value, viewId })}
          error={problems.view}
        />
      )}
      {value.kind !== 'one' && value.kind !== 'view' && textOf && (
        // The minimum height prevents a layout shift when the text appears.
        <p role="status" className="min-h-5 text-13 text-muted">
          {count && textOf(count)}
        </p>
      )}
    </div>
  )
}

export type Count = Pick<Received<typeof countAudience>, 'partners' | 'inOnboarding'>

// After this delay, several partners chosen in quick succession are counted with one request.
const delayMs = 300

/** Counts the partners of an audience and those in onboarding; undefined while unknown, or while the audience is incomplete. */
const useAudienceCount = (audience: Audience, isWanted: boolean): Count | undefined => {
  const { assignedGroup, assignedPartnerIds } = sentAudience(audience)
  const partners = useDebouncedValue(assignedPartnerIds.join(','), delayMs)
  const byPartners = usesPartners(audience) && assignedPartnerIds.length > 0
  const isComplete =
    isWanted &&
    audience.kind !== 'one' &&
    audience.kind !== 'view' &&
    Object.keys(audienceProblems(audience)).length === 0 &&
    byPartners === (partners !== '')
  // The ids of more partners do not fit into a URL.
  const isLarge = assignedPartnerIds.length > maxPartnersInQuery
  const { data, isPlaceholderData } = useQuery({
    ...readOf('/api/admin/audience', { query: { partners, group: assignedGroup } }),
    ...notInEventStream,
    enabled: isComplete && !isLarge,
    placeholderData: keepPreviousData,
  })
  if (isComplete && isLarge)
    return assignedGroup ? undefined : { partners: assignedPartnerIds.length, inOnboarding: 0 }
  // While partners are being chosen, the previous count stays visible until the new count arrives; for a group, it does not.
  return isComplete && (byPartners || !isPlaceholderData) ? data : undefined
}

const failureText = 'What you entered is still here.'

type ChooserProps<T> = { value: T; onChange: (value: T) => void; error: string | undefined }

/** Chooses a group of partners. A stored group that no longer has partners remains available. */
function GroupChooser({ value, onChange, error }: ChooserProps<string>) {
  const counts = useQuery({ ...readOf('/api/admin/audience'), ...notInEventStream })
  return (
    <QueryState query={counts} failure={{ title: 'The groups could not be loaded', text: failureText }}>
      {({ groups }) => (
        <Field label="Group" required error={error}>
          <Select value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">Choose a group</option>
            {value && groups.every(({ name }) => name !== value) && (
              <option value={value}>{`${value} (no partners)`}</option>
            )}
            {groups.map(({ name, partners }) => (
              <option key={name} value={name}>
                {`${name} (${formatCount(partners, 'partner')})`}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </QueryState>
  )
}

// More partners than these, as chosen in the table of partners, would push the rest of the form out of sight.
const maxShownAtOnce = 20

/** Chooses partners. Many are only counted until they are to be changed. */
export function PartnerChooser(props: ChooserProps<string[]>) {
  const { value, onChange } = props
  const [isListed, setListed] = useState(value.length <= maxShownAtOnce)
  const fits = value.length <= maxPartnersInQuery
  if (isListed && fits) return <ListedPartners {...props} />
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p>{`${formatCount(value.length, 'partner')} chosen`}</p>
      <Button
        size="small"
        onClick={() => {
          setListed(true)
          if (!fits) onChange([])
        }}
      >
        {fits ? 'Show' : 'Choose others'}
      </Button>
    </div>
  )
}

function ListedPartners({ value, onChange, error }: ChooserProps<string[]>) {
  const partners = useQuery(readOf('/api/admin/partners'))
  const missing = missingPartners(value, partners.data)
  return (
    <QueryState query={partners} failure={{ title: 'The partners could not be loaded', text: failureText }}>
      {(all) => (
        <div className="grid grid-cols-1 gap-2">
          <MultiPicker
            label="Partners"
            chosenLabel="Chosen partners"
            placeholder="Search by name or business"
            emptyText="No matching partners"
            options={all.map(({ id, businessName, fullName }) => ({
              id,
              label: businessName,
              detail: fullName,
            }))}
            value={value.filter((id) => !missing.includes(id))}
            onChange={onChange}
            maxChosen={maxPartnersInQuery}
            fullText={`At most ${maxPartnersInQuery} partners. Use a group, or select more in the table of partners.`}
            error={error}
          />
          {missing.length > 0 && (
            <p className="text-13 text-muted">
              {`${formatCount(missing.length, 'chosen partner')} ${missing.length === 1 ? 'was' : 'were'} deleted and will be left out.`}
            </p>
          )}
        </div>
      )}
    </QueryState>
  )
}
