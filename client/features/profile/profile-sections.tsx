import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { limits } from '#contract/fields.ts'
import type { PartnerProfile } from '#contract/partners.ts'
import { stateCodes, states } from '#contract/states.ts'
import { CommunicationMethod } from './communication-method.tsx'
import { fieldId, ProfileInput, WebAddressInput } from './profile-input.tsx'
import type { ProfileValues } from './profile-values.ts'

type SectionProps = { heading: string; note?: string; children: ReactNode }

function Section({ heading, note, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-line border-t px-4 py-6 sm:px-5 xl:grid-cols-[13rem_1fr]"
    >
      <div>
        <h3 id={id} className="text-15">
          {heading}
        </h3>
        {note && <p className="mt-1 text-13 text-muted">{note}</p>}
      </div>
      <div className="grid content-start gap-5">{children}</div>
    </section>
  )
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
}

type Stored = { profile: PartnerProfile | null }

export function ContactSection({ profile }: Stored) {
  return (
    <Section heading="Your contact details" note="Whom we talk to, and how.">
      <Pair>
        <ProfileInput name="fullName" label="Full Name" required autoComplete="name" />
        <ProfileInput
          name="email"
          label="Email Address"
          required
          type="email"
          autoComplete="email"
          maxLength={limits.email}
        />
      </Pair>
      <CommunicationMethod
        name="preferredCommunicationMethod"
        label="Preferred Communication Method"
        stored={profile?.preferredCommunicationMethod}
        emailNote="We will write to the e-mail address above."
      />
    </Section>
  )
}

export function BusinessSection() {
  const { register, formState } = useFormContext<ProfileValues>()
  return (
    <Section heading="Your business" note="As it is named in your agreements.">
      <Pair>
        <ProfileInput name="businessName" label="Business Name" required autoComplete="organization" />
        <Field label="State" id={fieldId('state')} required error={formState.errors.state?.message}>
          <Select autoComplete="address-level1" {...register('state')}>
            {stateCodes.map((code) => (
              <option key={code} value={code}>
                {states[code]}
              </option>
            ))}
          </Select>
        </Field>
      </Pair>
      <WebAddressInput
        name="businessWebsite"
        label="Business Website"
        required
        autoComplete="url"
        hint="Such as example.com"
      />
    </Section>
  )
}

export function MarketingSection({ profile }: Stored) {
  return (
    <Section heading="Marketing contact" note="Who handles promotion on your side.">
      <ProfileInput
        name="mainMarketingContact"
        label="Main Marketing Contact"
        required
        autoComplete="section-marketing name"
        hint="First and last name"
      />
      <CommunicationMethod
        name="marketingPreferredCommunicationMethod"
        label="Marketing Contact Communication Method"
        stored={profile?.marketingPreferredCommunicationMethod}
      />
    </Section>
  )
}

export function SocialSection() {
  return (
    <Section heading="Social media" note="Optional. Addresses of your pages.">
      <Pair>
        <WebAddressInput name="facebookUrl" label="Facebook" />
        <WebAddressInput name="twitterUrl" label="Twitter" />
        <WebAddressInput name="tiktokUrl" label="TikTok" />
        <WebAddressInput name="instagramUrl" label="Instagram" />
      </Pair>
    </Section>
  )
}
