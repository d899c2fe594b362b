import { withStoredMethod } from '#client/domain/communication-methods.ts'
import { stateOptions } from '#client/domain/state-options.ts'
import { FormChoices, FormInput, FormSelect, FormWebAddress } from '#client/ui/form-fields.tsx'
import { FormPair, FormSection } from '#client/ui/form-section.tsx'
import { limits } from '#contract/fields.ts'
import { communicationMethodLabels } from '#contract/partners/labels.ts'
import { staffMethods } from '#contract/partners/partners.ts'
import type { CommunicationMethod } from '#contract/partners/profile.ts'
import type { PartnerField } from './partner-values.ts'

// Nothing in it is about the person at the keyboard: what their browser knows of them must not fill it.
const off = { autoComplete: 'off' } as const
const name = { ...off, maxLength: limits.name }
const email = { ...off, type: 'email', maxLength: limits.email } as const
const phone = { ...off, type: 'tel', maxLength: limits.phone } as const
const address = { maxLength: limits.url }

type MethodsProps = {
  name: 'preferredCommunicationMethod' | 'marketingPreferredCommunicationMethod'
  label: string
  stored: CommunicationMethod | undefined
}

function Methods({ stored, ...props }: MethodsProps) {
  const methods = withStoredMethod(staffMethods, stored)
  return (
    <FormChoices
      {...props}
      options={methods.map((value) => ({ value, label: communicationMethodLabels[value] }))}
    />
  )
}

type Stored = { stored: CommunicationMethod | undefined }

export function BasicSection({ stored }: Stored) {
  return (
    <FormSection stacked heading="Basic Information">
      <FormPair>
        <FormInput<PartnerField> {...name} name="fullName" label="Full Name" required />
        <FormInput<PartnerField> {...email} name="email" label="Email Address" required />
      </FormPair>
      <Methods name="preferredCommunicationMethod" label="Preferred Communication Method" stored={stored} />
      <FormPair>
        <FormInput<PartnerField> {...phone} name="phoneNumber" label="Phone Number" />
        <FormInput<PartnerField>
          {...phone}
          name="whatsappNumber"
          label="WhatsApp Number"
          hint="With the country code"
        />
      </FormPair>
    </FormSection>
  )
}

export function BusinessSection() {
  return (
    <FormSection stacked heading="Business Information">
      <FormPair>
        <FormInput<PartnerField> {...name} name="businessName" label="Business Name" required />
        <FormSelect<PartnerField>
          {...off}
          name="state"
          label="State"
          required
          options={stateOptions}
          placeholder="Select a state"
        />
      </FormPair>
      <FormWebAddress<PartnerField>
        {...address}
        name="businessWebsite"
        label="Business Website"
        required
        hint="Such as example.com"
      />
    </FormSection>
  )
}

export function MarketingSection({ stored }: Stored) {
  return (
    <FormSection stacked heading="Marketing Contact Information">
      <FormInput<PartnerField>
        {...name}
        name="mainMarketingContact"
        label="Main Marketing Contact"
        required
      />
      <Methods
        name="marketingPreferredCommunicationMethod"
        label="Marketing Contact Communication Method"
        stored={stored}
      />
      <FormPair>
        <FormInput<PartnerField> {...email} name="marketingContactEmail" label="Marketing Contact Email" />
        <FormInput<PartnerField>
          {...phone}
          name="marketingContactPhone"
          label="Marketing Contact Phone Number"
        />
        <FormInput<PartnerField>
          {...phone}
          name="marketingContactWhatsapp"
          label="Marketing Contact WhatsApp Number"
          hint="With the country code"
        />
      </FormPair>
    </FormSection>
  )
}

export function SocialSection() {
  return (
    <FormSection stacked heading="Social Media" note="Optional. Addresses of their pages.">
      <FormPair>
        <FormWebAddress<PartnerField> {...address} name="facebookUrl" label="Facebook" />
        <FormWebAddress<PartnerField> {...address} name="twitterUrl" label="Twitter" />
        <FormWebAddress<PartnerField> {...address} name="tiktokUrl" label="TikTok" />
        <FormWebAddress<PartnerField> {...address} name="instagramUrl" label="Instagram" />
      </FormPair>
    </FormSection>
  )
}
