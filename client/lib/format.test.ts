import { describe, expect, test } from 'vitest'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatNumber,
  formatSize,
  formatTime,
} from './format.ts'

describe('dates and times', () => {
  const moment = '2026-11-20T19:05:00.000Z'

  test('are written in the American format', () => {
    expect(formatDate(moment, 'America/New_York')).toBe('Nov 20, 2026')
    expect(formatDay(moment, 'America/New_York')).toBe('Nov 20')
    expect(formatTime(moment, 'America/New_York')).toBe('2:05 PM')
    expect(formatDateTime(moment, 'America/New_York')).toBe('Nov 20, 2026, 2:05 PM')
  })

  test('use the time zone of the reader', () => {
    expect(formatDateTime(moment, 'Asia/Tokyo')).toBe('Nov 21, 2026, 4:05 AM')
    expect(formatTime('2026-11-20T05:00:00Z', 'America/New_York')).toBe('12:00 AM')
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(formatDateTime(moment)).toBe(formatDateTime(moment, here))
  })

  test.each(['America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'])(
    'are the same as with Intl in %s',
    (timeZone) => {
      const form = {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
      } as const
      const intl = new Intl.DateTimeFormat('en-US', { ...form, timeZone })
      for (let hour = 0; hour < 24 * 400; hour += 7) {
        const at = Date.UTC(2026, 0, 1, hour, 30)
        expect(formatDateTime(at, timeZone)).toBe(intl.format(at).replaceAll('\u202f', ' '))
      }
    },
  )

  test('throw on an invalid date', () => {
    expect(() => formatDate('soon')).toThrow(RangeError)
  })
})

describe('sizes and counts', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1,023 bytes'],
    [1024, '1 KB'],
    [34_900, '34 KB'],
    [1_048_063, '1023 KB'],
    [1_048_064, '1 MB'],
    [1_468_006, '1.4 MB'],
    [52_428_800, '50 MB'],
    [1_073_741_824, '1 GB'],
  ])('%d bytes are shown as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text)
  })

  test('thousands are separated by commas', () => {
    expect([0, 999, 1000, 12345, 1234567].map(formatNumber)).toEqual([
      '0',
      '999',
      '1,000',
      '12,345',
      '1,234,567',
    ])
  })

  test('a count of 1 uses the singular', () => {
    expect([0, 1, 2, 1200].map((count) => formatCount(count, 'file'))).toEqual([
      '0 files',
      '1 file',
      '2 files',
      '1,200 files',
    ])
  })
})
