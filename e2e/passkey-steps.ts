import type { CDPSession, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { test as base, expect } from './fixtures.ts'
import { type Portal, startPortal } from './portal.ts'

export { expect }

/** Returns the portal at localhost, since browsers use passkeys only at host names. */
const atLocalhost = (portal: Portal): Portal => {
  const url = portal.url.replace('127.0.0.1', 'localhost')
  return {
    ...portal,
    url,
    signIn: async (context, person) => {
      await portal.signIn(context, person)
      const cookie = (await context.cookies(portal.url)).find(({ name }) => name === 'session')
      if (!cookie) throw new Error('the session has no cookie')
      await context.addCookies([
        { name: cookie.name, value: cookie.value, url, httpOnly: true, sameSite: 'Lax' },
      ])
    },
  }
}

export const test = base.extend({
  // The authenticator and the clock must not be shared with other tests.
  ownContext: true,
  portal: async ({ browserName: _ }, provide) => {
    const portal = await startPortal({ PASSKEYS_REQUIRED: 'on' })
    await provide(atLocalhost(portal))
    await portal.stop()
  },
})

export interface VirtualAuthenticator {
  /** Sets whether the user confirms at once from now on, or does not react. */
  setPresent(isPresent: boolean): Promise<void>
  /** Deletes all passkeys. */
  clear(): Promise<void>
}

/** Gives the browser of a page an authenticator like that of a phone or laptop. */
export const addAuthenticator = async (page: Page): Promise<VirtualAuthenticator> => {
  const devTools: CDPSession = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresent: async (enabled) => {
      await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    clear: async () => {
      await devTools.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}

/** Changes all staff of a portal as if they had been staff for `days` days. */
export const setStaffSince = ({ db }: Portal, days: number) =>
  db.execute(sql`update users set staff_since = now() - make_interval(days => ${days}) where role <> 'user'`)

/** Opens the account dialog of the signed-in user by its address. */
export const openAccount = async (page: Page, { url }: Portal) => {
  await page.goto(`${url}/?account=security`)
  const dialog = page.getByRole('dialog', { name: 'Account and security' })
  await expect(dialog).toBeVisible()
  return dialog
}
