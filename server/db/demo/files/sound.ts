// MPEG 1 layer 3, one channel, 44.1 kHz, 32 kbit/s: a frame has 104 bytes and lasts 26 ms. With nothing in it, it is silent.
const header = [0xff, 0xfb, 0x10, 0xc4]
const frameBytes = 104
const framesPerSecond = 44_100 / 1152

/** An MP3 of silence. */
export const silence = (seconds: number): Buffer => {
  const frame = Buffer.alloc(frameBytes)
  frame.set(header)
  return Buffer.concat(Array.from({ length: Math.ceil(seconds * framesPerSecond) }, () => frame))
}
