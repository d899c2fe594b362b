import type { FileType } from '#contract/files/file-types.ts'
import { maxRows, type Page } from '#contract/paging.ts'
import { pageSize } from '#server/db/oldest-first.ts'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import { onlyClean } from '#server/features/files/scans/clean-files.ts'
import { textEntry } from '#server/features/files/zip.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import type { Archive } from './personal-data.ts'

export const jsonEntry = (name: string, value: unknown) =>
  textEntry(name, `${JSON.stringify(value, null, 2)}\n`)

/** Reads all rows of a list that has pages. */
export const listAll = async <Row>(list: (page: Page) => PromiseLike<Row[]>) => {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const next = await list({ page, limit: maxRows })
    rows.push(...next)
    if (next.length < maxRows) return rows
  }
}

/** Yields the entry of a list, unless the list is empty. */
export function* listEntry(name: string, rows: readonly unknown[]) {
  if (rows.length > 0) yield jsonEntry(name, rows)
}

export interface ArchivedFile {
  name: string
  date: Date
  objectKey: string
}

/** Yields the files that are free of viruses; the archive lists the names of the others. */
export async function* fileEntries(archive: Archive, files: ArchivedFile[]) {
  const clean = new Set(await onlyClean(archive, files))
  for (const file of files) {
    const { name, date, objectKey } = file
    if (clean.has(file)) yield { name, date, read: () => archive.store.read(fileKey(objectKey)) }
    else archive.held.push(name)
  }
}

interface WithFile {
  filePath: string | null
  fileName: string | null
  fileType: FileType | null
  updatedAt: Date
}

/** Yields the files of rows of which each has at most one. `nameOf` names a file without a name of its own. */
export const attachedEntries = <Row extends WithFile>(
  archive: Archive,
  folder: string,
  rows: Row[],
  nameOf: (row: Row) => string,
) => {
  const distinctName = distinctNames()
  const files = rows.flatMap((row) => {
    const { filePath: objectKey, fileName, fileType, updatedAt: date } = row
    if (!objectKey || !fileType) return []
    const name = distinctName(downloadName(fileName ?? nameOf(row), fileType))
    return [{ name: `${folder}/${name}`, date, objectKey }]
  })
  return fileEntries(archive, files)
}

type ReadPage<Row> = (last: Row | undefined) => PromiseLike<Row[]>

/** Yields the text of a JSON array of a list's rows. The list is read in pages, of which the first has already been read. */
export async function* jsonArray<Row>(first: Row[], readPage: ReadPage<Row>, shown: (row: Row) => unknown) {
  let page = first
  let separator = '\n'
  yield '['
  for (;;) {
    for (const row of page) {
      yield separator + JSON.stringify(shown(row))
      separator = ',\n'
    }
    if (page.length < pageSize) break
    page = await readPage(page.at(-1))
  }
  yield '\n]\n'
}

export const withoutId = <Row extends { id: string }>({ id: _id, ...shown }: Row) => shown

/** Yields the entry of a list that is read in pages, unless the list is empty. */
export async function* pagesEntry<Row>(name: string, readPage: ReadPage<Row>, shown: (row: Row) => unknown) {
  const first = await readPage(undefined)
  if (first.length > 0) yield textEntry(name, jsonArray(first, readPage, shown))
}
