import { comparedText } from '#contract/compared-text.ts'

/** Returns a text as cells and headings are compared: without case, spaces and punctuation, so that "D.C." and "e-mail" are recognized. */
export const bare = (text: string) => comparedText(text).replace(/[^\p{L}\p{N}]/gu, '')
