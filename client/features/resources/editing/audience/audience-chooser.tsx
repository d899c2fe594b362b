import { useId } from 'react'
import { Choice, ChoiceGroup } from '#client/ui/choice-group.tsx'
import { useAudienceCount } from '../../audience/queries.ts'
import { type Audience, type AudienceKind, usesGroup, usesPartners } from './audience.ts'
import { GroupChooser } from './group-chooser.tsx'
import { PartnerChooser } from './partner-chooser.tsx'

type AudienceChooserProps = {
  value: Audience
  onChange: (audience: Audience) => void
  /** Whether a file was stored for a group and for partners together, which is kept as a choice. */
  canBeBoth?: boolean
  problems: { group?: string; partners?: string }
}

/** Whom a file is for, and how many they are. */
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
      {/* As high without words as with them. */}
      <p role="status" className="min-h-5 text-13 text-muted">
        {count !== undefined && countWords(count)}
      </p>
    </div>
  )
}

const countWords = (count: number) => {
  if (count === 0) return 'No partner will see this yet'
  return count === 1 ? '1 partner will see this' : `${count} partners will see this`
}
