import { useEffect, useRef } from 'react'
import { formatSize } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Spinner } from '#client/ui/loading.tsx'
import { AgreementFacts } from './agreement-facts.tsx'
import { NamedAgreements } from './named-agreements.tsx'
import { canRetry } from './outcome.ts'
import { outcomeText, problemTexts } from './outcome-texts.ts'
import type { Subject, Verification } from './use-verification.ts'

const tones = {
  positive: { ground: 'bg-positive-soft', mark: 'text-positive' },
  info: { ground: 'bg-info-soft', mark: 'text-info' },
  caution: { ground: 'bg-caution-soft', mark: 'text-caution' },
  danger: { ground: 'bg-danger-soft', mark: 'text-danger' },
}

/** Shows what is being checked, and then the outcome. Screen readers announce both. */
export const Result = ({ verification }: { verification: Verification }) => {
  const title = verification.step === 'done' ? outcomeText(verification.outcome).title : ''
  return (
    <>
      {verification.step === 'done' && <ResultCard {...verification} />}
      {verification.step === 'checking' && (
        <p className="flex min-h-24 items-center justify-center gap-3 rounded-card border border-line bg-surface p-4 text-muted">
          <Spinner className="text-accent" />
          Checking…
        </p>
      )}
      <p role="status" className="sr-only">
        {verification.step === 'checking' ? 'Checking' : title}
      </p>
    </>
  )
}

const ResultCard = ({ subject, outcome, retry }: Extract<Verification, { step: 'done' }>) => {
  const { tone, icon: Icon, title, text } = outcomeText(outcome)
  const { ground, mark } = tones[tone]
  const headingRef = useRef<HTMLHeadingElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each result takes the focus, also one with the words of the last.
  useEffect(() => {
    headingRef.current?.focus()
  }, [outcome])

  return (
    <section aria-labelledby="result" className="overflow-clip rounded-card border border-line bg-surface">
      <div className={classNames('flex gap-4 p-4 sm:p-6', ground)}>
        <Icon aria-hidden strokeWidth={1.75} className={classNames('size-7 shrink-0', mark)} />
        <div className="min-w-0 flex-1">
          <h2 id="result" ref={headingRef} tabIndex={-1} className="scroll-my-8 text-20 outline-none">
            {title}
          </h2>
          <p className="mt-1">{text}</p>
          {outcome.kind === 'changed' && <p className="mt-2 text-13">{problemTexts[outcome.problem]}</p>}
          <SubjectLine subject={subject} />
          {canRetry(outcome) && (
            <Button className="mt-4" onClick={retry}>
              Try again
            </Button>
          )}
        </div>
      </div>
      {outcome.kind === 'found' && (
        <AgreementFacts {...outcome} code={subject && 'code' in subject ? subject.code : null} />
      )}
      {'named' in outcome && outcome.named.length > 0 && <NamedAgreements named={outcome.named} />}
    </section>
  )
}

const SubjectLine = ({ subject }: { subject: Subject }) => {
  if (!subject) return null
  const line =
    'code' in subject ? `Code ${subject.code}` : `${subject.file.name}, ${formatSize(subject.file.size)}`
  return <p className="wrap-anywhere mt-2 text-13">{line}</p>
}
