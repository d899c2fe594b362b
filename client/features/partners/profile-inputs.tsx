import { useWatch } from 'react-hook-form'
import { FormChoices, FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import {
  type CommunicationMethod,
  communicationMethods,
  partnerMethods,
  staffMethods,
} from '#contract/partners/communication-methods.ts'
import { communicationMethodLabels } from '#contract/partners/labels.ts'
import {
  type ProfileField,
  type ProfileFieldName,
  profileFieldList,
  profileSections,
} from '#contract/partners/profile-fields.ts'
import { requiredContacts } from '#contract/partners/required-contacts.ts'
import { stateCodes, states } from '#contract/partners/us-states.ts'
import { SameContact } from './profile/same-contact.tsx'
import { sectionHeadings } from './section-headings.ts'

type By = 'staff' | 'partner'
type StoredMethods = Partial<Record<ProfileFieldName, string | null>> | null

type ProfileInputsProps = {
  by: By
  /** The stored profile. Its methods stay choices even if the form does not offer them. */
  stored: StoredMethods
  /** Whether the headings stay above their fields, as in a dialog. */
  stacked?: boolean
}

/** All fields of a profile, section by section, for the surrounding form. */
export function ProfileInputs({ by, stored, stacked = by === 'staff' }: ProfileInputsProps) {
  return profileSections.map((section) => (
    <FormSection key={section} stacked={stacked} {...sectionHeadings[by][section]}>
      <FormPair>
        {by === 'partner' && section === 'marketing' && <SameContact />}
        {profileFieldList
          .filter((field) => field.section === section)
          .map((field) =>
            by === 'partner' && field.askedFor ? (
              <AskedInput key={field.name} field={field} askedFor={field.askedFor} />
            ) : (
              <ProfileInput key={field.name} by={by} field={field} stored={stored} />
            ),
          )}
      </FormPair>
    </FormSection>
  ))
}

type AskedInputProps = { field: ProfileField; askedFor: NonNullable<ProfileField['askedFor']> }

/** A number or address that partners are asked for only if they have chosen to be contacted that way. */
function AskedInput({ field, askedFor: { method, is } }: AskedInputProps) {
  const chosen: CommunicationMethod = useWatch({ name: method })
  if (!is.includes(chosen)) return null
  const required = requiredContacts.some((rule) => rule.method === method && rule.is === chosen)
  return <ProfileInput by="partner" field={{ ...field, required, wide: true }} stored={null} />
}

type ProfileInputProps = { by: By; field: ProfileField; stored: StoredMethods }

function ProfileInput({ by, field, stored }: ProfileInputProps) {
  const { name, label, kind, required, maxLength, wide, hint } = field
  // Staff enter the data of a partner, so their browser must not fill in their own.
  const autoComplete = by === 'staff' ? 'off' : field.autoComplete
  const props = { name, label, required, ...(hint && { hint }), ...(autoComplete && { autoComplete }) }
  const input = () => {
    switch (kind) {
      case 'method':
        return <MethodInput {...props} by={by} stored={stored?.[name]} />
      case 'state':
        return (
          <FormSelect
            {...props}
            options={stateOptions}
            // The profile of an imported partner may have no state yet.
            {...((by === 'staff' || stored?.[name] === '') && { placeholder: 'Select a state' })}
          />
        )
      default:
        return <FormInput {...inputProps[kind]} {...props} maxLength={maxLength} />
    }
  }
  return wide ? <div className="sm:col-span-2">{input()}</div> : input()
}

const inputProps = {
  text: {},
  email: { type: 'email' },
  phone: { type: 'tel' },
  'web-address': { type: 'url', autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' },
}

const stateOptions = stateCodes.map((code) => ({ value: code, label: states[code] }))

type MethodInputProps = Pick<ProfileField, 'name' | 'label' | 'required'> & {
  by: By
  stored: string | null | undefined
}

function MethodInput({ name, label, required, by, stored }: MethodInputProps) {
  const chosen: string = useWatch({ name })
  const asksForEmail = by === 'partner' && name === 'preferredCommunicationMethod' && chosen === 'email'
  return (
    <FormChoices
      name={name}
      label={label}
      required={required}
      hint={asksForEmail ? "We'll use the email address above." : undefined}
      options={offeredMethods(by, stored).map((value) => ({
        value,
        label: communicationMethodLabels[value],
      }))}
      deps={profileFieldList.filter(({ askedFor }) => askedFor?.method === name).map((field) => field.name)}
    />
  )
}

/** The methods that a form offers, including the stored one. */
export const offeredMethods = (by: By, stored: string | null | undefined): CommunicationMethod[] => {
  const offered: readonly CommunicationMethod[] = by === 'staff' ? staffMethods : partnerMethods
  const extra = communicationMethods.filter((method) => method === stored && !offered.includes(method))
  return [...offered, ...extra]
}
