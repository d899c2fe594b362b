import { Link } from 'wouter'
import { Ago, Day, LastSeen } from '#client/domain/day.tsx'
import { usePartnerDialog } from '#client/domain/opened.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Fact } from '#client/ui/facts.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { PartnerSummary } from '#contract/partners/record.ts'
import { Invitation } from '../invite/invitation.tsx'
import { PartnerManager } from '../manager/manager-select.tsx'
import { PartnerTags } from '../tags/partner-tags.tsx'
import { ProfileValue } from './profile-value.tsx'

type KeyFactsProps = { partner: AdminPartner; summary: PartnerSummary | undefined }

/** The facts about a partner that staff need at hand, beside the timeline. */
export function KeyFacts({ partner, summary }: KeyFactsProps) {
  const now = useNow()
  const { linkToPart } = usePartnerDialog()
  const linkTo = (section: string, text: string) => (
    <Link {...linkToPart('section', section)} className="text-link touch:py-3">
      {text}
    </Link>
  )
  const people = summary?.people ?? 1
  const { signed, total } = summary?.agreements ?? { signed: 0, total: 0 }
  return (
    <dl
      aria-label="Key facts"
      className="grid grid-cols-1 gap-3 max-lg:grid-cols-2 max-lg:*:last:col-span-full"
    >
      <Fact label="Contact">
        <ProfileValue kind="email" value={partner.email} />
        {partner.phoneNumber && (
          <>
            <br />
            <ProfileValue kind="phone" value={partner.phoneNumber} />
          </>
        )}
      </Fact>
      <Fact label="Group">{partner.user.partnerGroup ?? <span className="text-muted">None</span>}</Fact>
      <Fact label="Last seen">
        {summary ? (
          <LastSeen at={summary.lastSeenAt} isPresent={summary.isPresent} isLabeled now={now} />
        ) : (
          <Skeleton className="h-4 w-24" />
        )}
      </Fact>
      <Fact label="Last contact">
        {summary?.lastContactAt ? <Ago at={summary.lastContactAt} now={now} /> : 'Never'}
      </Fact>
      {summary?.remindedAt && (
        <Fact label="Last reminder">
          <Ago at={summary.remindedAt} now={now} />
        </Fact>
      )}
      <Fact label="Agreements">{linkTo('agreements', `${signed} of ${total} signed`)}</Fact>
      <Fact label="People">{linkTo('people', people === 1 ? '1 person' : `${people} people`)}</Fact>
      <Fact label="Added">
        <Day at={partner.createdAt} />
      </Fact>
      <Fact label="Tags">
        <PartnerTags partner={partner} />
      </Fact>
      <Fact label="Partner manager">
        <PartnerManager partner={partner} />
      </Fact>
      {partner.onboardingStatus === 'profile' && <Invitation partner={partner} />}
    </dl>
  )
}
