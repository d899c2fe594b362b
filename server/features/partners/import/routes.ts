import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/partners/import.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { importPartners } from './actions.ts'
import { readCsvBody, readRows } from './csv-file.ts'
import { listRememberedHeadings } from './data.ts'
import { planImport } from './plan.ts'

const notCsv = () => new AppError('unsupported_media_type', 'The content type must be text/csv')

// The routes have a scope of their own, in which the handler reads the body instead of Fastify.
export const registerPartnerImport = async (app: FastifyInstance, { db, sessions }: Deps) => {
  const readFile = async ({ raw }: FastifyRequest, editBytes?: number) => {
    const { text, edits } = await readCsvBody(raw, editBytes)
    return readRows(text, { ...edits, remembered: await listRememberedHeadings(db) })
  }

  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, _payload, done) => done(notCsv()))
    raw.addContentTypeParser('text/csv', (_request, _payload, done) => done(null))

    route(raw, sessions, contract.checkPartnerImport, async ({ query, request }) =>
      planImport(db, await readFile(request, query.edits)),
    )

    route(raw, sessions, contract.importPartners, async ({ user, query, request }) => {
      const { edits, ...options } = query
      return importPartners(db, user, await readFile(request, edits), options)
    })
  })
}
