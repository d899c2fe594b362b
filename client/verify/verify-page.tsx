import { DropZone } from '#client/ui/drop-zone.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'
import { CodeForm } from './code-form.tsx'
import { Result } from './result.tsx'
import { useVerification } from './use-verification.ts'
import { WithoutThisPage } from './without-this-page.tsx'

const containsFolder = (dropped: DataTransfer) =>
  [...dropped.items].some((item) => item.webkitGetAsEntry()?.isDirectory)

/** The verification page, a separate page outside the application for anyone who has a signed agreement. */
export const VerifyPage = () => {
  const { verification, code, codeError, setCode, checkCode, checkFiles, refuseFolder } = useVerification()
  const checkedSubject = verification.step === 'checking' ? verification.subject : null

  const readDrop = async (dropped: DataTransfer) => {
    if (!containsFolder(dropped)) return [...dropped.files]
    refuseFolder()
    return []
  }

  return (
    <main className="mx-auto grid w-full max-w-160 grid-cols-1 gap-6 px-4 py-8 sm:py-16">
      <a
        href="/"
        className="flex items-center gap-3 justify-self-start rounded-control font-semibold text-17 tracking-heading"
      >
        <LogoMark />
        Partner Portal
      </a>
      <div>
        <h1 className="text-26">Verify a signed agreement</h1>
        <p className="mt-2 text-muted">
          Check that it was signed in this portal, is unchanged, and is still in force.
        </p>
      </div>
      <Result verification={verification} />
      <section
        aria-label="Check an agreement"
        className="grid grid-cols-1 gap-6 rounded-card border border-line bg-surface p-4 sm:p-6"
      >
        <DropZone
          label="PDF of the agreement"
          hint="The file stays on this device. Only its fingerprint (SHA-256) is sent."
          accept=".pdf,application/pdf"
          isLarge
          onFiles={checkFiles}
          readDrop={readDrop}
        />
        <p
          aria-hidden
          className="flex items-center gap-3 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
        >
          or
        </p>
        <CodeForm
          code={code}
          error={codeError}
          pending={checkedSubject !== null && 'code' in checkedSubject}
          onChange={setCode}
          onCheck={checkCode}
        />
      </section>
      <WithoutThisPage />
    </main>
  )
}
