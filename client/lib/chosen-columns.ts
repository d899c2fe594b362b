import { useState } from 'react'
import type { AddressView } from './address-view.ts'
import { readSetting, storeSetting } from './storage.ts'

const separator = '.'
// An address without any column would mean that none was chosen yet.
const noColumns = 'none'

/** Returns the known columns that a text names, in its order; undefined for an empty text. */
export const readColumns = (text: string | undefined, known: readonly string[]): string[] | undefined =>
  text ? [...new Set(text.split(separator))].filter((id) => known.includes(id)) : undefined

/** Returns the columns with one of them moved by some places. */
export const movedColumn = (ids: readonly string[], id: string, by: number): string[] => {
  const others = ids.filter((other) => other !== id)
  others.splice(Math.max(0, ids.indexOf(id) + by), 0, id)
  return others
}

type Choice = {
  /** The name of the setting that stores the choice in this browser. It names the user, since several can use one browser. */
  setting: string
  /** The ids of all columns that can be chosen, and of those that show until some are chosen. */
  known: readonly string[]
  initial: readonly string[]
}

/**
 * The columns of a table that the user has chosen, in their order. Columns in the address, as in a copied link, take precedence over those
 * that this browser stores, and a change then changes the address.
 */
export const useChosenColumns = (view: AddressView, { setting, known, initial }: Choice) => {
  const [stored, setStored] = useState(() => readSetting(setting))
  const named = view.get('columns')
  const store = (text: string | null) => {
    if (named) return view.change({ columns: text, page: view.get('page') }, { replace: true })
    storeSetting(setting, text)
    setStored(text ?? undefined)
  }
  return {
    ids: readColumns(named, known) ?? readColumns(stored, known) ?? initial,
    choose: (ids: readonly string[]) => store(ids.join(separator) || noColumns),
    reset: () => store(null),
  }
}

export type ChosenColumns = ReturnType<typeof useChosenColumns>
