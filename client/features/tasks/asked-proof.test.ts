import { describe, expect, test } from 'vitest'
import { askedProof, asksForProof } from './asked-proof.ts'

const asked = (instructions: string | null) => {
  const found = askedProof({ instructions })
  return found && `${found.count} ${found.noun}`
}

describe('the number of photos that instructions ask for', () => {
  test.each([
    ['Send three photos of the lounge.', '3 photo'],
    ['Please upload 3 photos', '3 photo'],
    ['At least two photos, one of them with guests', '2 photo'],
    ['Take four clear pictures of the stage', '4 photo'],
    ['Send three (3) photographs', '3 photo'],
    ['We need 2-4 images', '2 photo'],
    ['Between two and four photos are enough', '2 photo'],
    ['TEN PHOTOS', '10 photo'],
    ['Hang the posters, two photos are enough', '2 photo'],
    ['Needed: 3 photos', '3 photo'],
    ['- 3 photos\n- the guest count', '3 photo'],
    ['Attach 20 files', '20 file'],
    ['Add five screenshots of the post', '5 file'],
    ['Hang 2 posters, then send 3 photos by 5 PM', '3 photo'],
    ['Send three photos. The three photos show the bar.', '3 photo'],
  ])('is read in "%s"', (instructions, expected) => {
    expect(asked(instructions)).toBe(expected)
  })

  test.each([
    null,
    '',
    'Send photos',
    'Send a photo',
    'Send the photos on 12/3',
    'Photos until 3',
    'Two weeks before, send photos',
    '2 weeks before photos are due',
    'At 3:30 PM photos are taken',
    'On May 3 photos are taken',
    'By 11/3 pictures of the stage',
    'Send photos of 1440 x 900',
    'Print 4 x 6 photos, then hang them',
    'Print 4x6 photos, then hang them',
    'In 5 x 7 pictures nothing is cut off',
    'Before 5 send photos',
    'Two guests take photos',
    'Record 15 second videos',
    'Between 9 to 5 photos are not allowed',
    'Send up to 5 photos',
    'No more than three photos',
    'Room 5 photos',
    '3. Photos of the bar',
    '2026 photos',
    '2026-11-3 photos',
    '100 photos',
    '21 photos',
    '0 photos',
    '2.5 photos',
    'Send 3 photos of the bar and 2 photos of the stage',
    'Send three\nPhotos go to the wall',
  ])('is not read in "%s"', (instructions) => {
    expect(asked(instructions)).toBe(null)
  })

  test('instructions ask for proof if they ask for photos or receipts, not if they only count files', () => {
    expect(asksForProof({ instructions: 'Send 3 images' })).toBe(true)
    expect(asksForProof({ instructions: 'Send a receipt' })).toBe(true)
    expect(asksForProof({ instructions: 'Two files lie in the folder' })).toBe(false)
    expect(asksForProof({ instructions: null })).toBe(false)
  })
})
