import { buffer } from 'node:stream/consumers'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { companyFiguresOf, figuresOf } from '#contract/recap-figures.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { getOwnAccount } from '#server/features/account/profile/data.ts'
import type { DrawnRecap } from '#server/features/documents/sealing/drawing/draw-recap.ts'
import { downloadName } from '#server/features/files/file-name.ts'
import { loadSharp } from '#server/features/files/load-sharp.ts'
import { onlyClean } from '#server/features/files/scans/clean-files.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { getSentRecap } from '../actions.ts'

type PdfDeps = Pick<Deps, 'db' | 'store' | 'settings' | 'drawRecap'>
type SentRecap = Awaited<ReturnType<typeof getSentRecap>>

// This is enough for half a page of paper.
const maxSidePixels = 1400
const quality = 80

/** Sends a recap as a PDF. @throws AppError `not_found`; `conflict` while it is not sent */
export const sendRecapPdf = async (deps: PdfDeps, user: SignedInUser, id: string, reply: FastifyReply) => {
  const recap = await getSentRecap(deps.db, user, id)
  // As on the page, the day of an event without a time zone is that of the reader.
  const timeZone = recap.event.timeZone ?? (await getOwnAccount(deps.db, user.id)).timeZone ?? 'UTC'
  const pdf = await deps.drawRecap({
    ...textsOf(recap, timeZone, isStaff(user.role)),
    companyName: deps.settings.companyName,
    photos: await readPhotos(deps, recap),
    drawnAt: new Date(),
  })
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition(downloadName(`${recap.event.name} recap`, 'pdf')))
    .send(Buffer.from(pdf))
}

const paragraphsOf = (text: string | null) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const textsOf = (
  recap: SentRecap,
  timeZone: string,
  isForStaff: boolean,
): Omit<DrawnRecap, 'companyName' | 'photos' | 'drawnAt'> => {
  const { name, activationDate, place, businessName } = recap.event
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  const texts: DrawnRecap['texts'] = [
    ['What went well', paragraphsOf(recap.wentWell)],
    ['What could be better', paragraphsOf(recap.improve)],
    ...recap.answers.map(({ question, answer }): [string, string[]] => [question, paragraphsOf(answer)]),
  ]
  return {
    name,
    facts: [[day.format(activationDate), place].filter(Boolean).join(' · '), businessName],
    figures: figuresOf(recap),
    texts: texts.filter(([, paragraphs]) => paragraphs.length > 0),
    company: isForStaff ? companyOf(recap) : null,
  }
}

const companyOf = (recap: SentRecap) => {
  const company = { figures: companyFiguresOf(recap), note: paragraphsOf(recap.staffNote) }
  return company.figures.length + company.note.length > 0 ? company : null
}

/** Reads the photos in a size for paper, without those that the virus scanner has not cleared. */
const readPhotos = async ({ db, store, settings }: PdfDeps, { photos }: SentRecap) => {
  const sharp = await loadSharp()
  const clean = await onlyClean(
    { db, settings },
    photos.map(({ filePath: objectKey, width, height }) => ({ objectKey, width, height })),
  )
  const read: DrawnRecap['photos'] = []
  // One after the other, so that a recap with many photos needs little memory.
  for (const { objectKey, width, height } of clean) {
    const bytes = await sharp(await buffer(await store.read(fileKey(objectKey))))
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer()
    read.push({ bytes, width, height })
  }
  return read
}
