import { z } from 'zod'
import { createOperatorLink, grantAdmin, resetAccess } from '#server/features/account/operator/actions.ts'
import { type Command, print, requireArguments, UsageError } from '../command.ts'
import { type Installation, withInstallation } from '../installation.ts'

const actions: Record<string, (installation: Installation, email: string) => Promise<void>> = {
  link: async () => {},
  grant: async ({ db }, email) => {
    await grantAdmin(db, email)
    print(`${email} is an admin.`)
  },
  reset: async ({ db }, email) => {
    await resetAccess(db, email)
    print(`Removed the passkeys and recovery codes of ${email} and ended all sessions.`)
  },
}

/** `admin link|grant|reset <email>`: helps users who cannot sign in. Each subcommand prints a link that signs in. */
export const admin: Command = {
  name: 'admin',
  usage: 'link|grant|reset <email>',
  summary: 'Prints a sign-in link; grant also makes an admin, reset also removes passkeys',
  async run(args) {
    const [verb, address] = requireArguments(args, 'link, grant or reset', 'an email address')
    const email = z.email().safeParse(address)
    const act = Object.hasOwn(actions, verb) ? actions[verb] : undefined
    if (!act || !email.success) throw new UsageError('It takes link, grant or reset and an email address.')
    await withInstallation(async (installation) => {
      await act(installation, email.data)
      const path = await createOperatorLink(installation.db, email.data)
      print(`Sign in as ${email.data}, once, within an hour: ${installation.settings.baseUrl}${path}`)
    })
    return 0
  },
}
