import { codesInPdf } from './codes-in-pdf.ts'

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  codesInPdf(data).then(postMessage, () => postMessage([]))
})
