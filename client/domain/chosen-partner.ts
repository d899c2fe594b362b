import type { AroundNavHandler } from 'wouter'
import { choiceKey, setTabChoice, storedChoice } from '#client/lib/tab-choice.ts'
import { partnerHeader, partnerParameter } from '#contract/headers.ts'
import { addressFor } from '#contract/screens.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

/** Lets the requests of this tab act for a partner; null for the one that the server chooses. */
export const choosePartner = (partnerId: string | null) =>
  setTabChoice(
    partnerId === null ? null : { header: partnerHeader, parameter: partnerParameter, value: partnerId },
  )

const namedInAddress = () => new URLSearchParams(location.search).get(partnerParameter)

/**
 * Returns the partner that the address of the page names, which a link in an email or another partner in the menu does, or else the one that
 * this tab had before it was reloaded; null without one.
 */
const wantedPartner = () => namedInAddress() ?? storedChoice()

/** Removes the partner from the address, since the tab keeps it. */
const cleanAddress = () => {
  if (namedInAddress() === null) return
  const query = new URLSearchParams(location.search)
  query.delete(partnerParameter)
  const rest = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', `${location.pathname}${rest}${location.hash}`)
}

/**
 * Decides for which partner this tab is. The server renders a page without a name for the partner that was last chosen in the browser; where
 * this tab is for another, the page is requested again with its name.
 * @param user the user of the rendered page; undefined without one
 * @returns whether the page stays
 */
export const choosePartnerOfTab = (user: CurrentUser | undefined) => {
  // Staff act for no partner, and the parameter of the same name in their addresses filters a list.
  if (user && isStaff(user.role)) return true
  const chosen = wantedPartner()
  if (user) cleanAddress()
  if (chosen === null || !user) {
    choosePartner(chosen)
    return true
  }
  if (chosen === user.partnerId || !user.partners.some(({ id }) => id === chosen)) return true
  choosePartner(chosen)
  location.replace(addressFor(chosen, `${location.pathname}${location.search}`) + location.hash)
  return false
}

/** Returns the partner that the requests of a user name; null for a user of one partner, who needs no choice. */
export const namedPartner = ({ partners, partnerId, viewing }: CurrentUser) =>
  partners.length > 1 && !viewing ? partnerId : null

/** Keeps the requests of this tab at the partner of the user that was read, whose name the address then no longer needs. */
export const keepPartner = (user: CurrentUser) => {
  choosePartner(namedPartner(user))
  if (!isStaff(user.role)) cleanAddress()
}

/** Forgets the choice of a partner that the user does not belong to any more. Returns whether there was one. */
export const forgetPartner = () => {
  const had = choiceKey() !== ''
  choosePartner(null)
  return had
}

/** Whether a link leads to another partner than the one of this tab. The page must then load again, so that nothing of this one stays in it. */
const leadsToOther = (address: string) => {
  const named = new URLSearchParams(address.split('?')[1]).get(partnerParameter)
  return choiceKey() !== '' && named !== null && named !== choiceKey()
}

/** Follows the links of this application: within the page, or by loading the page again for another partner. */
export const followLink: AroundNavHandler = (navigate, to, options) => {
  if (!leadsToOther(to)) return navigate(to, options)
  // Going back to this page then shows it for this partner again.
  const here = `${location.pathname}${location.search}`
  history.replaceState(history.state, '', addressFor(choiceKey(), here) + location.hash)
  location.assign(to)
}
