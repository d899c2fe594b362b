import { termGroups } from '#client/domain/appendix-a-terms.ts'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { formatDate, formatDateTime } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { communicationMethodLabels } from '#contract/partners/labels.ts'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { type StateCode, states } from '#contract/partners/us-states.ts'
import { LinkedUser } from '../linked-user.tsx'
import { hasTerms, writtenTerm } from '../partner-terms.ts'
import { EmailLink, PageLink, PhoneLink } from './contact-links.tsx'
import { Detail, DetailsSection } from './details-section.tsx'

/** All that is known of a partner. */
export function PartnerFacts({ partner }: { partner: AdminPartner }) {
  return (
    <>
      <CurrentStatus partner={partner} />
      <DetailsSection heading="Basic Information">
        <Detail label="Full name">{partner.fullName}</Detail>
        <Detail label="E-mail">
          <EmailLink to={partner.email} />
        </Detail>
        <Detail label="Preferred communication">
          {communicationMethodLabels[partner.preferredCommunicationMethod]}
        </Detail>
        <Detail label="Phone">{partner.phoneNumber && <PhoneLink to={partner.phoneNumber} />}</Detail>
        <Detail label="WhatsApp">
          {partner.whatsappNumber && <PhoneLink to={partner.whatsappNumber} />}
        </Detail>
      </DetailsSection>
      <DetailsSection heading="Business Information">
        <Detail label="Business name">{partner.businessName}</Detail>
        <Detail label="State">{states[partner.state as StateCode] ?? partner.state}</Detail>
        <Detail label="Website">
          <PageLink to={partner.businessWebsite} />
        </Detail>
      </DetailsSection>
      <DetailsSection heading="Social Media">
        <Detail label="Facebook">{partner.facebookUrl && <PageLink to={partner.facebookUrl} />}</Detail>
        <Detail label="Twitter">{partner.twitterUrl && <PageLink to={partner.twitterUrl} />}</Detail>
        <Detail label="TikTok">{partner.tiktokUrl && <PageLink to={partner.tiktokUrl} />}</Detail>
        <Detail label="Instagram">{partner.instagramUrl && <PageLink to={partner.instagramUrl} />}</Detail>
      </DetailsSection>
      <MarketingContact partner={partner} />
      {hasTerms(partner) && <PartnershipAgreement partner={partner} />}
    </>
  )
}

type Props = { partner: AdminPartner }

function CurrentStatus({ partner: { onboardingStatus, createdAt, updatedAt, user } }: Props) {
  const { label, tone } = onboardingLabel(onboardingStatus)
  return (
    <DetailsSection heading="Current Status">
      <Detail label="Status">
        <Badge tone={tone}>{label}</Badge>
      </Detail>
      <Detail label="Signs in as">
        <LinkedUser user={user} whole />
      </Detail>
      <Detail label="Added">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatDate(createdAt)}
        </time>
      </Detail>
      <Detail label="Last changed">
        <time dateTime={updatedAt} title={formatDateTime(updatedAt)}>
          {formatDate(updatedAt)}
        </time>
      </Detail>
      <Detail label="Partner group">{user.partnerGroup}</Detail>
    </DetailsSection>
  )
}

function MarketingContact({ partner }: Props) {
  const { marketingContactEmail, marketingContactPhone, marketingContactWhatsapp } = partner
  return (
    <DetailsSection heading="Marketing Contact Information">
      <Detail label="Main marketing contact">{partner.mainMarketingContact}</Detail>
      <Detail label="Preferred communication">
        {communicationMethodLabels[partner.marketingPreferredCommunicationMethod]}
      </Detail>
      <Detail label="E-mail">{marketingContactEmail && <EmailLink to={marketingContactEmail} />}</Detail>
      <Detail label="Phone">{marketingContactPhone && <PhoneLink to={marketingContactPhone} />}</Detail>
      <Detail label="WhatsApp">
        {marketingContactWhatsapp && <PhoneLink to={marketingContactWhatsapp} />}
      </Detail>
    </DetailsSection>
  )
}

function PartnershipAgreement({ partner }: Props) {
  return (
    <DetailsSection heading="Partnership Agreement (Appendix A)">
      {termGroups
        .flatMap(({ terms }) => terms)
        .map((term) => (
          <Detail key={term.name} label={term.label} wide={term.kind === 'long-text'}>
            {writtenTerm(term, partner[term.name])}
          </Detail>
        ))}
    </DetailsSection>
  )
}
