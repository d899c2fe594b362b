export const fileWaitingMessage = 'This file is being checked for viruses. Try again in a moment.'

export const fileInfectedMessage = 'A virus was found in this file. It cannot be opened.'
