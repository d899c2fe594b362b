import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/sign-in.ts'
import { codeMinutes } from '#contract/sign-in-code.ts'
import type { SignInError } from '#contract/sign-in-errors.ts'
import { demoAccounts } from '#server/db/demo/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { originOf } from '#server/domain-events/actor.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { isCrossSite } from '#server/http/same-origin.ts'
import { newToken, sessionCookieMs } from '#server/sessions/sessions.ts'
import { admitFromProvider, redeemCode, redeemLink, requestCode, type StartSession } from './actions.ts'
import { getUserByEmail } from './data.ts'
import { createLimits } from './limits.ts'
import { createProvider, type ProviderRequest } from './provider.ts'
import { describeEmailState, NoVerifiedEmail } from './provider-claims.ts'
import { providerFailureOf } from './provider-failure.ts'
import { safeReturnTo } from './return-to.ts'

const codeLifetimeMs = codeMinutes * 60_000

// Proxies accept about 4 KB of headers in a response, and URLs of that length.
const maxIdTokenLength = 2048

export const registerSignIn = (app: FastifyInstance, deps: Deps) => {
  const { settings, sessions, cookies, db, baseUrl } = deps
  const limits = createLimits(db)
  const provider =
    settings.oidc &&
    createProvider(settings.oidc, () => ({
      signIn: `${baseUrl()}/api/sign-in/callback`,
      signOut: `${baseUrl()}/sign-in`,
    }))
  const isDemoAccount = (email: string) =>
    settings.demo && demoAccounts.some((account) => account.email === email)

  const redirectToSignIn = (reply: FastifyReply, error: SignInError) =>
    reply.redirect(`/sign-in?error=${error}`)

  const redirectToPage = (reply: FastifyReply, returnTo: string) =>
    reply.redirect(returnTo === '/' ? '/sign-in' : `/sign-in?returnTo=${encodeURIComponent(returnTo)}`)

  route(app, sessions, contract.getSignInOptions, async () => ({
    email: !provider,
    provider: provider !== undefined,
    demo: settings.demo ? { accounts: demoAccounts } : null,
  }))

  route(app, sessions, contract.beginSignIn, async ({ query, request, reply }) => {
    const returnTo = safeReturnTo(query.returnTo)
    if (query.as && isDemoAccount(query.as) && !isCrossSite(request, settings, baseUrl)) {
      const user = await getUserByEmail(db, query.as)
      if (user && !user.disabledAt) {
        await db.transaction((tx) => sessions.start(tx, request, reply, user, 'demo'))
        return reply.redirect(returnTo)
      }
    }
    if (await sessions.find(request, reply)) return reply.redirect(returnTo)
    if (!provider) return redirectToPage(reply, returnTo)
    // A link on another site must not begin a session without the user's consent, which a provider may not ask for.
    if (isCrossSite(request, settings, baseUrl)) return redirectToPage(reply, returnTo)
    return redirectToProvider(request, reply, returnTo)
  })

  /** Redirects to the OpenID provider, or back to the sign-in page with an error when it cannot be reached. */
  const redirectToProvider = async (request: FastifyRequest, reply: FastifyReply, returnTo: string) => {
    if (!provider) return reply.redirect('/sign-in')
    try {
      const { url, pending } = await provider.begin(returnTo)
      cookies.write(
        reply,
        'provider',
        Buffer.from(JSON.stringify(pending)).toString('base64url'),
        codeLifetimeMs,
      )
      return reply.redirect(url.href)
    } catch (err) {
      request.log.error({ err }, 'the OpenID provider could not be reached')
      return redirectToSignIn(reply, 'provider_away')
    }
  }

  route(app, sessions, contract.beginProviderSignIn, async ({ query, request, reply }) => {
    const returnTo = safeReturnTo(query.returnTo)
    if (isCrossSite(request, settings, baseUrl)) return redirectToPage(reply, returnTo)
    return redirectToProvider(request, reply, returnTo)
  })

  route(app, sessions, contract.finishProviderSignIn, async ({ request, reply }) => {
    const pending = readProviderRequest(cookies.read(request, 'provider'))
    cookies.clear(reply, 'provider')
    if (!provider || !pending) return redirectToSignIn(reply, 'expired')
    const mark = request.url.indexOf('?')
    try {
      const { person, idToken } = await provider.finish(mark < 0 ? '' : request.url.slice(mark), pending)
      await admitFromProvider(deps, person, originOf(request), (tx, user, method) =>
        sessions.start(tx, request, reply, user, method),
      )
      writeIdToken(reply, idToken)
    } catch (err) {
      return refuseFromProvider(request, reply, err)
    }
    return reply.redirect(safeReturnTo(pending.returnTo))
  })

  /** Stores the ID token only in the browser. Signing out sends it to the provider, to name the session to end. */
  const writeIdToken = (reply: FastifyReply, idToken: string) => {
    if (idToken.length <= maxIdTokenLength) cookies.write(reply, 'id-token', idToken, sessionCookieMs)
    else cookies.clear(reply, 'id-token')
  }

  const refuseFromProvider = (request: FastifyRequest, reply: FastifyReply, err: unknown) => {
    if (err instanceof AppError && err.code === 'forbidden') return redirectToSignIn(reply, 'not_invited')
    if (err instanceof NoVerifiedEmail && err.emailState !== 'verified') {
      request.log.warn({ issuer: err.issuer }, describeEmailState[err.emailState])
      return redirectToSignIn(reply, err.emailState === 'none' ? 'no_email' : 'unverified')
    }
    const { error, response } = providerFailureOf(err)
    if (error === 'canceled') request.log.info({ response }, 'a sign-in was canceled at the OpenID provider')
    else request.log.warn({ err, response }, 'sign-in by the OpenID provider failed')
    return redirectToSignIn(reply, error)
  }

  /** Redirects to the page at which the provider ends its own session, if it has one. */
  const redirectToProviderSignOut = async (
    request: FastifyRequest,
    reply: FastifyReply,
    idToken: string | undefined,
  ) => {
    try {
      return reply.redirect((await provider?.signOutUrl(idToken))?.href ?? '/')
    } catch (err) {
      request.log.warn({ err }, 'the OpenID provider could not be reached for signing out')
      return redirectToSignIn(reply, 'provider_sign_out')
    }
  }

  route(app, sessions, contract.signOut, async ({ request, reply }) => {
    // A link on another site must not sign users out.
    if (!isCrossSite(request, settings, baseUrl)) {
      const method = await sessions.end(request, reply)
      const idToken = cookies.read(request, 'id-token')
      cookies.clear(reply, 'id-token')
      // The browser's storage contains what the user typed and did not send.
      reply.header('clear-site-data', '"cache", "storage"')
      if (method === 'provider') return redirectToProviderSignOut(request, reply, idToken)
    }
    return reply.redirect('/')
  })

  route(app, sessions, contract.requestCode, async ({ body, request, reply }) => {
    // With a provider, an emailed code would bypass its second factor, and let in users whose account there was closed.
    if (provider) throw notFound()
    await limits.countRequest(request.ip)
    const mayReplace = await limits.mayReplaceCode(body.email, request.ip)
    const browser = newToken()
    await requestCode(deps, { email: body.email, returnTo: body.returnTo, browser, mayReplace })
    cookies.write(reply, 'sign-in', browser, codeLifetimeMs)
    return { minutes: codeMinutes }
  })

  route(app, sessions, contract.redeemCode, async ({ body, request, reply }) => {
    await limits.countRedeem(request.ip)
    const browser = cookies.read(request, 'sign-in')
    const start: StartSession = (tx, user, method) => sessions.start(tx, request, reply, user, method)
    const returnTo =
      body.token === undefined
        ? await redeemCode(deps, body.code ?? '', browser, originOf(request), start)
        : await redeemLink(deps, body.token, browser, originOf(request), start)
    cookies.clear(reply, 'sign-in')
    return { returnTo }
  })
}

const readProviderRequest = (cookie: string | undefined): ProviderRequest | undefined => {
  try {
    return cookie ? (JSON.parse(Buffer.from(cookie, 'base64url').toString()) as ProviderRequest) : undefined
  } catch {
    return undefined
  }
}
