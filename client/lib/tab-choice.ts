import { readStored, store } from './storage.ts'

/**
 * The choice that the user has made in this tab. All requests of the tab carry it: in a header, or in a parameter of the addresses that the browser
 * requests by itself, such as a stream.
 */
interface TabChoice {
  header: string
  parameter: string
  value: string
}

// Only browsers have a choice: the server renders for many users at once and must not set it.
let chosen: TabChoice | null = null

const storageKey = 'tab-choice'

/** Returns the choice that this tab stored before it was reloaded; null without one. */
export const storedChoice = () => readStored(storageKey)

/** Sets the choice of this tab, and stores it for a reload; null removes it. */
export const setTabChoice = (choice: TabChoice | null) => {
  chosen = choice
  store(storageKey, choice?.value ?? null)
}

/** Returns the headers of each request. */
export const choiceHeaders = (): [name: string, value: string][] =>
  chosen ? [[chosen.header, chosen.value]] : []

/** Returns a key that tabs with the same choice share; empty without a choice. */
export const choiceKey = () => chosen?.value ?? ''

/** Adds the choice to an address that the browser requests by itself. */
export const withTabChoice = (address: string) =>
  chosen
    ? `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [chosen.parameter]: chosen.value })}`
    : address
