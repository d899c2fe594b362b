/** The result of a check: a sentence, and whether everything is as it should be. */
export interface Finding {
  isRight: boolean
  text: string
}

export const right = (text: string): Finding => ({ isRight: true, text })
export const wrong = (text: string): Finding => ({ isRight: false, text })
