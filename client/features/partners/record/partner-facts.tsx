import type { ReactNode } from 'react'
import { hasTerms, termGroups, writtenTerm } from '#client/domain/appendix-a-terms.ts'
import { Day } from '#client/domain/day.tsx'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { type ProfileSection, profileFieldList } from '#contract/partners/profile-fields.ts'
import { LinkedUser } from '../linked-user.tsx'
import { sectionHeadings } from '../section-headings.ts'
import { NotProvided, ProfileValue } from './profile-value.tsx'

// The order is that of the specification.
const sections: ProfileSection[] = ['contact', 'business']
const sectionsBelow: ProfileSection[] = ['social', 'marketing']

type PartnerProps = {
  partner: AdminPartner
  /** A button beside the status. */
  statusAction?: ReactNode
}

/** Everything that the portal knows about a partner. */
export function PartnerFacts({ partner, statusAction }: PartnerProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <CurrentStatus partner={partner} statusAction={statusAction} />
      {sections.map((section) => (
        <ProfileFacts key={section} section={section} partner={partner} />
      ))}
      {sectionsBelow.map((section) => (
        <ProfileFacts key={section} section={section} partner={partner} />
      ))}
      {hasTerms(partner) && (
        <FactsSection heading="Partnership Agreement (Appendix A)">
          {termGroups
            .flatMap(({ terms }) => terms)
            .map((term) => (
              <Fact key={term.name} label={term.label} wide={term.kind === 'long-text'}>
                {writtenTerm(term, partner[term.name]) || <NotProvided />}
              </Fact>
            ))}
        </FactsSection>
      )}
    </div>
  )
}

const ProfileFacts = ({ section, partner }: { section: ProfileSection; partner: AdminPartner }) => (
  <FactsSection heading={sectionHeadings.staff[section].heading}>
    {profileFieldList
      .filter((field) => field.section === section)
      .map((field) => (
        <Fact key={field.name} label={field.heading}>
          <ProfileValue kind={field.kind} value={partner[field.name]} />
        </Fact>
      ))}
  </FactsSection>
)

function CurrentStatus({ partner, statusAction }: PartnerProps) {
  const { onboardingStatus, createdAt, updatedAt, user, fullName } = partner
  const { label, tone } = onboardingLabel(onboardingStatus)
  return (
    <FactsSection heading="Current Status">
      <Fact label="Status">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          {statusAction}
        </span>
      </Fact>
      <Fact label="Signs in as">
        <LinkedUser user={user} fullName={fullName} whole />
      </Fact>
      <Fact label="Added">
        <Day at={createdAt} />
      </Fact>
      <Fact label="Last changed">
        <Day at={updatedAt} />
      </Fact>
      <Fact label="Partner group">{user.partnerGroup || <NotProvided />}</Fact>
    </FactsSection>
  )
}

const FactsSection = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Titled title={heading} className="gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0">
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{children}</dl>
  </Titled>
)
