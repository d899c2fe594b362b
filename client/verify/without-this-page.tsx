import { Download } from 'lucide-react'
import { saveFrom } from '#client/lib/save-response.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Disclosure } from './disclosure.tsx'
import { listCertificates } from './find-agreement.ts'

const fileName = 'portal-certificates.pem'

const checkOfSeal = 'pdfsig agreement.pdf'
const checkOfCertificate = `pdfsig -dump agreement.pdf
openssl pkcs7 -inform DER -in agreement.pdf.sig0 \\
  -print_certs -out seal.pem
openssl verify -partial_chain -no_check_time \\
  -CAfile ${fileName} seal.pem`

/** Explains how to check a sealed PDF with common tools, for readers who trust neither this page nor the portal. */
export const WithoutThisPage = () => {
  const { pending, error, showError, attempt } = useAttempt()

  const handleDownload = async () => {
    let count = 0
    const isRead = await attempt('download', async () => {
      const certificates = await listCertificates()
      count = certificates.length
      if (count > 0) savePem(certificates.map(({ pem }) => pem))
    })
    if (isRead && count === 0) showError('This portal has not sealed an agreement yet.')
  }

  return (
    <section aria-label="Without this page" className="rounded-card border border-line bg-surface">
      <Disclosure summary="How to verify without this page">
        <ol className="list-decimal space-y-4 pl-5">
          <li>
            <p>Download the certificate now, and keep it with the agreement. The rest works offline.</p>
            <Button icon={Download} className="mt-2" pending={pending !== undefined} onClick={handleDownload}>
              Download the certificate
            </Button>
            {error && (
              <div className="mt-2">
                <Alert title="No certificate">{error}</Alert>
              </div>
            )}
          </li>
          <li>
            <p>
              Check the seal with pdfsig, which is part of Poppler. It must say that the total document is
              signed and that the signature is valid. It may say that the issuer isn't trusted: a portal can
              make its certificate itself.
            </p>
            <Commands>{checkOfSeal}</Commands>
          </li>
          <li>
            <p>
              Check with OpenSSL that the seal was made with the certificate you downloaded. The last line
              must be “seal.pem: OK”.
            </p>
            <Commands>{checkOfCertificate}</Commands>
          </li>
        </ol>
        <p className="mt-4 text-13 text-muted">
          Only the portal knows whether an agreement is still in force.
        </p>
      </Disclosure>
    </section>
  )
}

const savePem = (certificates: string[]) => {
  const address = URL.createObjectURL(new Blob(certificates, { type: 'application/x-pem-file' }))
  saveFrom(address, fileName)
  URL.revokeObjectURL(address)
}

const Commands = ({ children }: { children: string }) => (
  <pre className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-control bg-sunken p-3 font-mono text-13">
    <code>{children}</code>
  </pre>
)
