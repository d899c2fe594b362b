import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { AttachedFiles } from '#client/domain/files/attached-files.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { useAgreementDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { callAddress, mapAddress } from '#client/domain/place-links.ts'
import { usePartner } from '#client/domain/queries.ts'
import { cachedRow } from '#client/lib/cached-rows.ts'
import { formatCount } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Fact } from '#client/ui/facts.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import type { Contact, PartnerActivation } from '#contract/activations.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { ActivationBadges } from './activation-badges.tsx'
import { rangesOf } from './activation-times.ts'
import { activationsAddress } from './activations-address.ts'

type ActivationFactsProps = { activation: PartnerActivation; isStaff: boolean }

/** The badges of an activation, and everything that is known about it. */
export function ActivationFacts({ activation, isStaff }: ActivationFactsProps) {
  const now = useNow()
  const { there, here } = rangesOf(activation)
  const { partnerId, definitionId, isShared, documentId } = activation
  const { expectedGuests, expectedSignUps } = activation
  const { place, description, arrival, contacts, resources } = activation
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <ActivationBadges activation={activation} now={now} />
      </p>
      <dl className="grid grid-cols-1 gap-4">
        {isStaff && (
          <Fact label="Partner">
            <PartnerName partnerId={partnerId} />
          </Fact>
        )}
        {isStaff && isShared && definitionId && (
          <Fact label="Event">
            <OtherPartners definitionId={definitionId} />
          </Fact>
        )}
        <Fact label="When">
          {there}
          {here && <span className="block text-13 text-muted">{`${here}, your time`}</span>}
        </Fact>
        {place && (
          <Fact label="Place">
            {`${place} · `}
            <MapLink place={place} />
          </Fact>
        )}
        {arrival && (
          <Fact label="Getting there and parking">
            <LinkedText text={arrival} />
          </Fact>
        )}
        {contacts.length > 0 && (
          <Fact label="People on the day">
            <Contacts contacts={contacts} />
          </Fact>
        )}
        {(expectedGuests !== null || expectedSignUps !== null) && (
          <Fact label="Expected">
            {[
              expectedGuests !== null && formatCount(expectedGuests, 'guest'),
              expectedSignUps !== null && formatCount(expectedSignUps, 'sign-up'),
            ]
              .filter(Boolean)
              .join(', ')}
          </Fact>
        )}
        {description && (
          <Fact label="Description">
            <LinkedText text={description} />
          </Fact>
        )}
        {resources.length > 0 && (
          <Fact label="Materials">
            <AttachedFiles files={resources} />
          </Fact>
        )}
        {documentId && (
          <Fact label="Agreement">
            <AgreementLink documentId={documentId} />
          </Fact>
        )}
      </dl>
    </>
  )
}

function PartnerName({ partnerId }: { partnerId: string }) {
  const { data } = usePartner(partnerId)
  if (!data) return <Skeleton className="my-1 h-4 w-48 max-w-full" />
  return (
    <PartnerLink partnerId={partnerId} className="text-link touch:py-3">
      {`${data.fullName}, ${data.businessName}`}
    </PartnerLink>
  )
}

/** The link to the activations of an event for several partners. */
function OtherPartners({ definitionId }: { definitionId: string }) {
  const { data, isPending } = useQuery(
    pageOf('/api/admin/activations', { query: { definitionId, limit: '1' } }),
  )
  if (isPending) return <Skeleton className="my-1 h-4 w-40 max-w-full" />
  return (
    <Link href={activationsAddress({ time: 'all', event: definitionId })} className="text-link touch:py-3">
      {`Also at ${data ? formatCount(data.total - 1, 'other partner') : 'other partners'}`}
    </Link>
  )
}

const MapLink = ({ place }: { place: string }) => (
  <a
    href={mapAddress(place)}
    target="_blank"
    rel="noreferrer"
    aria-label={`Map of ${place}`}
    className="text-link touch:py-3"
  >
    Map
  </a>
)

const Contacts = ({ contacts }: { contacts: Contact[] }) => (
  <ul className="grid grid-cols-1 gap-1 touch:gap-5">
    {contacts.map(({ name, role, phone }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two people can have the same name, role and phone
      <li key={index}>
        {name}
        {role && <span className="text-muted">{`, ${role}`}</span>}
        {phone && (
          <>
            {' · '}
            <a
              href={callAddress(phone)}
              aria-label={`Call ${name}: ${phone}`}
              className="text-link touch:py-3"
            >
              {phone}
            </a>
          </>
        )}
      </li>
    ))}
  </ul>
)

/** A link that opens the agreement, with its name if a list that was read already has it. */
function AgreementLink({ documentId }: { documentId: string }) {
  const { linkTo } = useAgreementDialog()
  const lists = ['/api/partner/documents', '/api/admin/documents', '/api/admin/partners/']
  const known = cachedRow<PartnerDocument>(useQueryClient(), lists, documentId)
  return (
    <Link {...linkTo(documentId)} className="text-link touch:py-3">
      {known?.documentName ?? 'Open the agreement'}
    </Link>
  )
}
