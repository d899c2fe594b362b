import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { HeicRequest, RawPicture } from './decode-heic.ts'

// `decodeHeic` runs this program in a thread of its own, for one picture.

/** An image of the package, whose types do not declare it. */
interface DecodedImage {
  get_width(): number
  get_height(): number
  is_primary(): boolean
  display(
    target: { data: Uint8ClampedArray; width: number; height: number },
    done: (shown: unknown) => void,
  ): void
}
interface Decoder {
  HeifDecoder: new () => { decode(bytes: Uint8Array): DecodedImage[] }
}

const { bytes, maxPixels, maxMemoryBytes } = workerData as HeicRequest

/** Limits the memory of WebAssembly, which the limits of a thread do not include. A picture that needs more memory is refused. */
const limitMemory = () => {
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * 65_536 > maxMemoryBytes) throw new RangeError('too much memory')
    return grow.call(this, pages)
  }
}

const require = createRequire(import.meta.url)
const createDecoder: (options: {
  wasmBinary: Buffer
}) => Decoder = require('libheif-js/libheif-wasm/libheif.js')

const decode = async (): Promise<RawPicture | null> => {
  const program = readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  const { HeifDecoder } = createDecoder({ wasmBinary: program })
  const images = new HeifDecoder().decode(bytes)
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
  if (!image) return null
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height === 0 || width * height > maxPixels) return null
  const data = new Uint8ClampedArray(width * height * 4)
  const isShown = await new Promise((resolve) => image.display({ data, width, height }, resolve))
  return isShown ? { data: new Uint8Array(data.buffer), width, height } : null
}

// This silences the decoder, which writes its complaints to the console.
console.log = () => {}
limitMemory()
const picture = await decode().catch(() => null)
parentPort?.postMessage(picture, picture ? [picture.data.buffer as ArrayBuffer] : [])
