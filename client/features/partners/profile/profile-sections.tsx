import type { ProfileField } from '#client/domain/profile-fields.ts'
import { stateOptions } from '#client/domain/state-options.ts'
import { FormInput, FormSelect, FormWebAddress } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import { limits } from '#contract/fields.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { CommunicationMethod } from './communication-method.tsx'

type Stored = { profile: PartnerProfile | null }

export function ContactSection({ profile }: Stored) {
  return (
    <FormSection heading="Your contact details" note="Whom we talk to, and how.">
      <FormPair>
        <FormInput<ProfileField>
          name="fullName"
          label="Full Name"
          required
          maxLength={limits.name}
          autoComplete="name"
        />
        <FormInput<ProfileField>
          name="email"
          label="Email Address"
          required
          type="email"
          autoComplete="email"
          maxLength={limits.email}
        />
      </FormPair>
      <CommunicationMethod
        name="preferredCommunicationMethod"
        label="Preferred Communication Method"
        stored={profile?.preferredCommunicationMethod}
        emailNote="We will write to the e-mail address above."
      />
    </FormSection>
  )
}

export function BusinessSection() {
  return (
    <FormSection heading="Your business" note="As it is named in your agreements.">
      <FormPair>
        <FormInput<ProfileField>
          name="businessName"
          label="Business Name"
          required
          maxLength={limits.name}
          autoComplete="organization"
        />
        <FormSelect<ProfileField>
          name="state"
          label="State"
          required
          options={stateOptions}
          autoComplete="address-level1"
        />
      </FormPair>
      <FormWebAddress<ProfileField>
        name="businessWebsite"
        label="Business Website"
        required
        maxLength={limits.url}
        autoComplete="url"
        hint="Such as example.com"
      />
    </FormSection>
  )
}

export function MarketingSection({ profile }: Stored) {
  return (
    <FormSection heading="Marketing contact" note="Who handles promotion on your side.">
      <FormInput<ProfileField>
        name="mainMarketingContact"
        label="Main Marketing Contact"
        required
        maxLength={limits.name}
        autoComplete="section-marketing name"
        hint="First and last name"
      />
      <CommunicationMethod
        name="marketingPreferredCommunicationMethod"
        label="Marketing Contact Communication Method"
        stored={profile?.marketingPreferredCommunicationMethod}
      />
    </FormSection>
  )
}

export function SocialSection() {
  return (
    <FormSection heading="Social media" note="Optional. Addresses of your pages.">
      <FormPair>
        <FormWebAddress<ProfileField> name="facebookUrl" label="Facebook" maxLength={limits.url} />
        <FormWebAddress<ProfileField> name="twitterUrl" label="Twitter" maxLength={limits.url} />
        <FormWebAddress<ProfileField> name="tiktokUrl" label="TikTok" maxLength={limits.url} />
        <FormWebAddress<ProfileField> name="instagramUrl" label="Instagram" maxLength={limits.url} />
      </FormPair>
    </FormSection>
  )
}
