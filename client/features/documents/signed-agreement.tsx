import { Download, FileCheck, Printer } from 'lucide-react'
import { AgreementPaper } from '#client/domain/agreements/agreement-paper.tsx'
import { writtenDay } from '#client/domain/appendix-a-terms.ts'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { Day } from '#client/domain/day.tsx'
import { QuarantineBadge, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import { formatSize } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton, TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { countsAsSigned } from '#contract/documents/standing.ts'
import { AmendedNote } from './amending/amended.tsx'
import { CompanySignature, CompanySignatureNote } from './company-signature.tsx'
import { downloadAddress, unsignedAddress, useAgreementText, useOwnDocuments } from './queries.ts'
import { signatureOf, signedValues } from './signature.ts'
import { SignatureRow } from './signature-row.tsx'

type SignedAgreementProps = { document: PartnerDocument; className?: string }

/** A signed agreement as it was signed: the paper with its signature block, or the scan. */
export function SignedAgreement({ document, className }: SignedAgreementProps) {
  const { evidence } = document
  if (!evidence) {
    return (
      <div className="grid gap-4 p-4 sm:p-5">
        <SignatureBlock document={document} />
        {document.documentPath && <Scan document={document} />}
      </div>
    )
  }
  return <SignedPaper document={document} companyName={evidence.companyName} className={className} />
}

type SignedPaperProps = { document: PartnerDocument; companyName: string; className: string | undefined }

function SignedPaper({ document, companyName, className }: SignedPaperProps) {
  return (
    <QueryState
      query={useAgreementText(document.id)}
      loading={<TextSkeleton className="h-[60dvh]" />}
      failure={{ title: 'The text of the agreement could not be loaded', text: 'What was signed is safe.' }}
    >
      {(agreement) => (
        <AgreementPaper
          isSigned
          name={document.documentName}
          agreement={agreement}
          values={signedValues(document.signatureData)}
          companyName={companyName}
          {...(className && { className })}
        >
          <SignatureBlock document={document} />
          <CompanySignature document={document} />
        </AgreementPaper>
      )}
    </QueryState>
  )
}

/** Says who signed an agreement, or how, and on which day. With `exact`, it shows the time as well. */
export function SignedBy({ document, exact = false }: { document: PartnerDocument; exact?: boolean }) {
  const { evidence, signedAt } = document
  return (
    <>
      {evidence ? `Signed by ${evidence.signerName}` : 'Signed on paper'}
      {signedAt && (
        <>
          {' on '}
          <Day at={signedAt} exact={exact} />
        </>
      )}
      <CompanySignatureNote document={document} />
      <AmendedNote document={document} />
    </>
  )
}

/** Downloads the agreement as signed. */
export function DownloadButton({
  documentName,
  ...document
}: Pick<PartnerDocument, 'id' | 'documentName' | 'documentPath' | 'evidence'>) {
  const partnerAddress = usePartnerAddress()
  return (
    <Button icon={Download} asChild>
      <a href={partnerAddress(downloadAddress(document))} download>
        Download <span className="sr-only">{`the ${documentName}`}</span>
      </a>
    </Button>
  )
}

/** Buttons that download or print an agreement that is to be signed, to read it elsewhere before signing. */
export function UnsignedCopy({ id, documentName }: Pick<PartnerDocument, 'id' | 'documentName'>) {
  const partnerAddress = usePartnerAddress()
  return (
    <>
      <Button asChild variant="quiet" size="small">
        <a href={partnerAddress(unsignedAddress(id))} download>
          <Download aria-hidden className="size-4 max-sm:hidden" />
          Download<span className="sr-only">{` the ${documentName}, not signed`}</span>
        </a>
      </Button>
      <Button variant="quiet" size="small" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4 max-sm:hidden" />
        Print<span className="sr-only">{` the ${documentName}, not signed`}</span>
      </Button>
    </>
  )
}

/** The signer, the time, and the hash that proves that the text is unchanged. */
function SignatureBlock({ document: { evidence, signedAt } }: { document: PartnerDocument }) {
  return (
    <div className="rounded-control bg-positive-soft p-4 font-sans not-first:mt-8">
      {evidence ? (
        <>
          <p className="font-serif text-20">{signatureOf(evidence.signerName)}</p>
          <dl className="mt-3 grid gap-y-1 text-13">
            <SignatureRow term="Signed by">{evidence.signerName}</SignatureRow>
            <SignatureRow term="Time">
              <Day at={evidence.signedAt} exact />
            </SignatureRow>
            <SignatureRow term="Sealed">
              {evidence.sealedAt ? <Day at={evidence.sealedAt} exact /> : "We're making the sealed PDF"}
            </SignatureRow>
            <SignatureRow term="Version">{writtenDay(evidence.agreementVersion)}</SignatureRow>
            <SignatureRow term="SHA-256">
              <span className="break-all font-mono text-12">{evidence.textSha256}</span>
            </SignatureRow>
          </dl>
        </>
      ) : (
        <p>
          Signed on paper{' '}
          {signedAt && (
            <>
              and recorded by the partner team on <Day at={signedAt} />
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** The scan of a paper: a picture is shown, a PDF opened. */
function Scan({ document: { documentPath, fileName, fileType, fileSize } }: { document: PartnerDocument }) {
  const held = useQuarantinedFile(documentPath)
  const partnerAddress = usePartnerAddress()
  if (held) return <QuarantineBadge file={held} />
  const address = partnerAddress(`/objects/${documentPath}`)
  return (
    <div className="grid justify-items-start gap-3">
      {fileType !== 'pdf' && (
        <img src={address} alt="The signed paper" className="max-h-120 rounded-control border border-line" />
      )}
      <Button icon={FileCheck} asChild>
        <a href={address} target="_blank" rel="noreferrer">
          Open the scan
          <span className="text-13 text-muted">
            {[fileName, fileSize !== null && formatSize(fileSize)].filter(Boolean).join(', ')}
          </span>
        </a>
      </Button>
    </div>
  )
}

/** The signed agreements of the partner, each with a download. */
export function SignedAgreements() {
  return (
    <QueryState
      query={useOwnDocuments()}
      loading={
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      }
      failure={{
        title: 'Your agreements could not be loaded',
        text: 'What you signed is safe. Check your connection.',
      }}
    >
      {(documents) => (
        <ul className="divide-y divide-line">
          {documents.filter(countsAsSigned).map((document) => (
            <li key={document.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
              <FileCheck aria-hidden className="size-5 shrink-0 text-positive" />
              <div className="min-w-0 flex-1 basis-60">
                <p className="font-medium">{document.documentName}</p>
                <p className="text-13 text-muted">
                  <SignedBy document={document} />
                </p>
              </div>
              {document.evidence && (
                <div className="max-sm:pl-9">
                  <DownloadButton {...document} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  )
}
