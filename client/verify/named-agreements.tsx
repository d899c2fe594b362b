import type { NamedAgreement } from './outcome.ts'

/** The agreements whose codes are printed in a file that proves nothing, each with a link to the portal's record of the agreement. */
export const NamedAgreements = ({ named }: { named: NamedAgreement[] }) => (
  <div className="border-line border-t p-4 sm:p-6">
    <h3 className="text-13 text-muted">Named in this file</h3>
    <ul className="mt-2 flex flex-col gap-3">
      {named.map(({ code, agreement }) => (
        <li key={code} className="wrap-anywhere">
          <span className="block font-medium">{agreement.title}</span>
          <span className="block text-13 text-muted">
            {[agreement.partnerName, agreement.signerName].filter(Boolean).join(', ')}
          </span>
          <a
            href={`/verify?${new URLSearchParams({ code })}`}
            className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-3"
          >
            {`Look up ${code}`}
          </a>
        </li>
      ))}
    </ul>
  </div>
)
