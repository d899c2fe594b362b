/** A HEIC photo of 96 × 64 pixels, red on the left and blue on the right, made by `heif-enc -q 60` of libheif. */
export const heic = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAjAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA',
    'AGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA',
    'AAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3Bl',
    'AAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAACUbWRhdAAAAIgoAa8J4ONIm1Ef//4d',
    'vn//VJvQ/0suweZPP/66xiv7moI/9RCjZbiW2gbfH8u2FS3QoBC2ChvXnBMWfO3sXd7anVTzn5w1LeIzNgoZbyV8pTCd4gQKXrE+',
    'f/0rZ5VSb1lazAfrtA2hedOQnKgDbwNY3sW8ltnw3V54febCY1Y9TL+Ej/JNdeCb',
  ].join(''),
  'base64',
)

const insert = (bytes: Buffer, at: number, inserted: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)])

/** Adds to the 32-bit number at an offset. */
const add = (bytes: Buffer, at: number, count: number) =>
  bytes.writeUInt32BE(bytes.readUInt32BE(at) + count, at)

/** The same photo as a camera that is held upright takes it, with an `irot` property that turns the photo right by a quarter. */
export const turnedHeic = () => {
  const box = (type: string) => heic.indexOf(type, 0, 'latin1') - 4
  const associations = box('ipma')
  // Associate a fourth property, the `irot` below, with the photo, and mark it as essential.
  let bytes = insert(heic, associations + heic.readUInt32BE(associations), Buffer.of(0x84))
  bytes[associations + 18] = 4
  add(bytes, associations, 1)
  bytes = insert(bytes, associations, Buffer.from('\0\0\0\x09irot\x03', 'latin1'))
  add(bytes, box('ipco'), 9)
  for (const type of ['meta', 'iprp']) add(bytes, box(type), 10)
  // The offset of the pixels, which have moved by ten bytes.
  add(bytes, box('iloc') + 26, 10)
  return bytes
}

/** The same photo, whose `ispe` property states another size than the photo has. */
export const heicOfSize = (width: number, height: number) => {
  const bytes = Buffer.from(heic)
  const at = bytes.indexOf('ispe', 0, 'latin1') + 8
  bytes.writeUInt32BE(width, at)
  bytes.writeUInt32BE(height, at + 4)
  return bytes
}
