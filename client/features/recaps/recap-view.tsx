import { ClipboardPen, Download, ListPlus, Lock, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { useNewTaskDialog, useRecapDialog } from '#client/domain/opened.ts'
import { knownZone } from '#client/domain/time-zones.ts'
import { formatDate } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { companyFiguresOf, figuresOf, type RecapFigure } from '#contract/recap-figures.ts'
import type { Recap, RecapPhoto } from '#contract/recaps.ts'
import { Photo } from './photo-grid.tsx'

/** What came of an event, as a page to show to others and to print. */
export function RecapView({ recap, isStaff }: { recap: Recap; isStaff: boolean }) {
  const { name, activationDate, timeZone, place, businessName } = recap.event
  const isSent = recap.submittedAt !== null
  return (
    <article className="mx-auto grid max-w-228 grid-cols-1 gap-8 py-4 print:gap-6 print:pt-2 print:pb-0">
      <header className="grid grid-cols-1 gap-4">
        <div>
          <p className="text-13 text-muted">Event recap</p>
          <h1 className="wrap-anywhere mt-1 text-34">{name}</h1>
          <p className="wrap-anywhere mt-1 text-muted">
            {[formatDate(activationDate, knownZone(timeZone)), place, businessName]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <Actions recap={recap} isStaff={isStaff} />
      </header>
      {isSent ? (
        <>
          <dl className="grid grid-cols-2 gap-4 border-line border-y py-7 sm:gap-8 print:py-5">
            {figuresOf(recap).map((figure) => (
              <Figure key={figure.label} {...figure} />
            ))}
          </dl>
          <Gallery photos={recap.photos} name={name} />
          <Words title="What went well" text={recap.wentWell} />
          <Words title="What could be better" text={recap.improve} />
          {recap.answers.map(({ question, answer }) => (
            <Words key={question} title={question} text={answer} />
          ))}
          {isStaff && <OfCompany recap={recap} />}
        </>
      ) : (
        <EmptyState icon={ClipboardPen} line="Nobody has written a recap of this event yet." />
      )}
    </article>
  )
}

function Actions({
  recap: { id, partnerId, submittedAt, event },
  isStaff,
}: {
  recap: Recap
  isStaff: boolean
}) {
  const partnerAddress = usePartnerAddress()
  const recapDialog = useRecapDialog()
  const newTask = useNewTaskDialog()
  return (
    <div data-unprinted className="flex flex-wrap gap-2">
      {submittedAt && (
        <>
          <Button asChild variant="primary" icon={Download}>
            <a href={partnerAddress(`/api/activations/${id}/recap/pdf`)} download>
              Download PDF
            </a>
          </Button>
          <Button icon={Printer} onClick={() => window.print()}>
            Print
          </Button>
        </>
      )}
      <Button asChild icon={ClipboardPen} variant={submittedAt ? 'secondary' : 'primary'}>
        <Link {...recapDialog.linkTo(id)}>{submittedAt ? 'Edit recap' : 'Write the recap'}</Link>
      </Button>
      {isStaff && (
        <Button asChild icon={ListPlus}>
          <Link {...newTask.linkTo(partnerId, `Follow up: ${event.name}`)}>Add a follow-up task</Link>
        </Button>
      )}
    </div>
  )
}

const Figure = ({ label, value, notes }: RecapFigure) => (
  <div className="min-w-0">
    <dt className="text-muted">{label}</dt>
    <dd>
      <p className="my-1 font-semibold text-56 text-accent tabular-nums max-sm:text-34">{value}</p>
      {notes.map((note) => (
        <p key={note} className="wrap-anywhere text-13 text-muted">
          {note}
        </p>
      ))}
    </dd>
  </div>
)

/** The photos: the first one wide if their number is odd, so that the rows are full. */
function Gallery({ photos, name }: { photos: RecapPhoto[]; name: string }) {
  if (photos.length === 0) return null
  const isOdd = photos.length % 2 === 1
  return (
    <ul aria-label="Photos" className="grid grid-cols-2 gap-3">
      {photos.map((photo, index) => (
        <li
          key={photo.id}
          className={classNames('relative', isOdd && index === 0 ? 'col-span-2 aspect-video' : 'aspect-4/3')}
        >
          <Photo photo={photo} photos={photos} name={name} />
        </li>
      ))}
    </ul>
  )
}

const Words = ({ title, text }: { title: string; text: string | null }) =>
  text && (
    <Part title={title}>
      <p className="wrap-anywhere whitespace-pre-line">
        <LinkedText text={text} />
      </p>
    </Part>
  )

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="max-w-160">
    <h2 className="mb-1.5 flex items-center gap-2 text-17">{title}</h2>
    {children}
  </section>
)

function OfCompany({ recap }: { recap: Recap }) {
  const figures = companyFiguresOf(recap)
  if (figures.length === 0 && !recap.staffNote) return null
  return (
    <section className="rounded-card border border-line bg-sunken p-4 sm:p-5">
      <h2 className="mb-3 flex items-center gap-2 text-15">
        <Lock aria-hidden className="size-4 text-muted" />
        For the company only
      </h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="wrap-anywhere text-20 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {recap.staffNote && <p className="wrap-anywhere mt-4 whitespace-pre-line">{recap.staffNote}</p>}
    </section>
  )
}
