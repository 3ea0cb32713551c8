/** Writes pictures without a library: RGBA to PNG, and PNGs into the containers of Windows and macOS. */
import { crc32, deflateSync } from 'node:zlib'

export function png(width, height, rgba) {
  const rows = Buffer.alloc(height * (width * 4 + 1)) // each row begins with its filter: 0, none
  for (let y = 0; y < height; y++)
    rgba.copy(rows, y * (width * 4 + 1) + 1, y * width * 4, (y + 1) * width * 4)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8) // 8 bits, RGBA
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** `pictures`: [{ size, png }], at most 256 px each. */
export function ico(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  pictures.forEach(({ size, png: bytes }, i) => {
    const entry = 6 + 16 * i
    head.set([size % 256, size % 256], entry) // 256 is written as 0
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += bytes.length
  })
  return Buffer.concat([head, ...pictures.map((picture) => picture.png)])
}

const ICNS_TYPES = { 128: 'ic07', 256: 'ic08', 512: 'ic09', 1024: 'ic10' }

export function icns(pictures) {
  const parts = pictures.map(({ size, png: bytes }) => withLength(ICNS_TYPES[size], bytes))
  return withLength('icns', Buffer.concat(parts))
}

function withLength(type, bytes) {
  const head = Buffer.from(`${type}....`, 'latin1')
  head.writeUInt32BE(bytes.length + 8, 4)
  return Buffer.concat([head, bytes])
}
