import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account/profile.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import { route } from '#server/http/route.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { getOwnAccount } from '../profile/data.ts'
import { removeOwnPicture, setOwnPicture } from './actions.ts'
import { getPictureByKey } from './data.ts'

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp']
const notPicture = () => new AppError('unsupported_media_type', 'This file is not a picture.')

export const registerPictures = async (app: FastifyInstance, deps: Deps) => {
  const { db, sessions, store } = deps

  // The limit is strict because the request waits while its picture is drawn.
  const limitPictures = createRateLimiter(db, {
    name: 'own-pictures',
    max: 20,
    windowSeconds: 60 * 60,
    message: (wait) => `Too many pictures. Try again in ${wait}.`,
  })

  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', (_request, _payload, done) => done(notPicture()))
    raw.addContentTypeParser(
      pictureTypes,
      { parseAs: 'buffer', bodyLimit: contract.maxUserPictureSize },
      (_request, body, done) => done(null, body),
    )

    route(raw, sessions, contract.putOwnPicture, async ({ user, request }) => {
      if (!Buffer.isBuffer(request.body)) throw notPicture()
      await limitPictures(user.id)
      await setOwnPicture(deps, user, request.body)
      return getOwnAccount(db, user.id)
    })
  })

  route(app, sessions, contract.removeOwnPicture, async ({ user }) => {
    await removeOwnPicture(deps, user)
    return getOwnAccount(db, user.id)
  })

  route(app, sessions, contract.getUserPicture, async ({ params, reply }) => {
    const picture = await getPictureByKey(db, params.pictureKey)
    if (!picture?.objectKey) throw notFound()
    const bytes = await store.read(fileKey(picture.objectKey))
    // The response can be cached as immutable, since each new picture has a new address.
    return reply
      .headers({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400, immutable' })
      .send(bytes)
  })
}
