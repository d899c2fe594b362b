import { wrongFile } from './wrong-file.ts'

const begins = (bytes: Buffer, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte)

// The signatures of the zip archive of new workbooks and of the container of old ones.
const isWorkbook = (bytes: Buffer) => begins(bytes, 0x50, 0x4b, 3, 4) || begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)

// A sample of this size shows whether every second byte is zero, as in UTF-16 texts of most Western languages.
const sampleBytes = 200

const encodingOf = (bytes: Buffer) => {
  if (begins(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (begins(bytes, 0xfe, 0xff)) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 4 && even === 0) return 'utf-16le'
  if (even > sample.length / 4 && odd === 0) return 'utf-16be'
  return null
}

// Excel on a Mac may write the older encoding of Macs. There, letters with accents are at other places than in the code page of Windows,
// which has punctuation there.
const macLetters = /[a-zA-Z][\x84\x87\x8a\x8e\x96\x97\x9a\x9f][a-z]/g
const windowsLetters = /[a-zA-Z][\xc0-\xd1\xd6-\xff]/g

const encodingOfWestern = (bytes: Buffer) => {
  const text = bytes.toString('latin1')
  const [mac, windows] = [macLetters, windowsLetters].map((letters) => text.match(letters)?.length ?? 0)
  const hasOldLineEnds = text.includes('\r') && !text.includes('\n')
  return hasOldLineEnds || Number(mac) > Number(windows) ? 'macintosh' : 'windows-1252'
}

/**
 * Returns the text of a CSV file as spreadsheets write it: in UTF-8, in UTF-16, or in the encoding of Windows or Macs in western countries.
 * @throws AppError `bad_request` for a workbook
 */
export const decodeCsv = (bytes: Buffer): string => {
  if (isWorkbook(bytes)) {
    throw wrongFile('This is an Excel workbook, not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.')
  }
  const encoding = encodingOf(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(encodingOfWestern(bytes)).decode(bytes)
  }
}
