import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { useAgreementDialog } from '#client/domain/opened.ts'
import { Fact } from '#client/ui/facts.tsx'
import type { AgreementDetails, PartnerDocument } from '#contract/documents/documents.ts'

/** Follows the words that an agreement is signed, and says when it was last amended. Renders nothing if it never was. */
export function AmendedNote({ document }: { document: Pick<PartnerDocument, 'amendedBy'> }) {
  const [last] = document.amendedBy
  return (
    last && (
      <>
        {' · Amended on '}
        <Day at={last.at} />
      </>
    )
  )
}

/** Shows the amendments of an agreement, and what an amendment amends, with links. */
export function AmendmentFacts({ document: { amendedBy, amends } }: { document: AgreementDetails }) {
  const dialog = useAgreementDialog()
  const linkTo = (id: string, name: string) => (
    <Link {...dialog.linkTo(id)} className="text-link touch:py-2.5">
      {name}
    </Link>
  )
  return (
    <>
      {amendedBy.length > 0 && (
        <Fact label="Amended by" wide>
          {amendedBy.map(({ id, documentName, at, partnerName }) => (
            <span key={id} className="block">
              {linkTo(id, documentName)}
              <span>
                {' on '}
                <Day at={at} />
              </span>
              {` · New name: ${partnerName}`}
            </span>
          ))}
        </Fact>
      )}
      {amends.length > 0 && (
        <Fact label="Amends" wide>
          {amends.map(({ id, documentName, signedAt }) => (
            <span key={id} className="block">
              {linkTo(id, documentName)}
              <span>
                {', signed on '}
                <Day at={signedAt} />
              </span>
            </span>
          ))}
        </Fact>
      )}
    </>
  )
}
