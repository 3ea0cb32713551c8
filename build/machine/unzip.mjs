/** Takes chosen files out of a zip archive. Most of the archives we open are files we do not want. */
import { chmodSync, closeSync, mkdirSync, openSync, readSync, fstatSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { crc32 as zlibCrc32, inflateRawSync } from 'node:zlib'

const END_OF_DIRECTORY = 0x06054b50
const END_LENGTH = 22
const STORED = 0

/**
 * `rename` gets a name in the archive and answers with the path to write below `into`, or null to leave the
 * file out.
 */
export function unzip(archive, into, rename) {
  const fd = openSync(archive, 'r')
  try {
    for (const entry of directoryOf(fd, archive)) {
      const target = entry.name.endsWith('/') ? null : rename(entry.name)
      if (target === null) continue
      const file = path.join(into, target)
      if (!file.startsWith(into + path.sep))
        throw new Error(`${archive} wants to write outside its folder: ${entry.name}`)
      const localHeader = readAt(fd, entry.offset, 30)
      const dataAt = entry.offset + 30 + localHeader.readUInt16LE(26) + localHeader.readUInt16LE(28)
      const packed = readAt(fd, dataAt, entry.packedSize)
      const bytes = entry.method === STORED ? packed : inflateRawSync(packed)
      if (bytes.length !== entry.size || (zlibCrc32 && zlibCrc32(bytes) !== entry.crc))
        throw new Error(`${entry.name} in ${archive} is damaged`)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, bytes)
      if (entry.mode !== 0) chmodSync(file, entry.mode)
    }
  } finally {
    closeSync(fd)
  }
}

function directoryOf(fd, archive) {
  const size = fstatSync(fd).size
  const tailLength = Math.min(size, END_LENGTH + 0xffff)
  const tail = readAt(fd, size - tailLength, tailLength)
  let at = tail.length - END_LENGTH
  while (at >= 0 && tail.readUInt32LE(at) !== END_OF_DIRECTORY) at--
  if (at < 0) throw new Error(`${archive} is not a zip archive`)
  const directory = readAt(fd, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12))
  const entries = []
  for (let pos = 0; pos < directory.length; ) {
    const nameLength = directory.readUInt16LE(pos + 28)
    entries.push({
      name: directory.toString('utf8', pos + 46, pos + 46 + nameLength),
      method: directory.readUInt16LE(pos + 10),
      crc: directory.readUInt32LE(pos + 16),
      packedSize: directory.readUInt32LE(pos + 20),
      size: directory.readUInt32LE(pos + 24),
      mode: (directory.readUInt32LE(pos + 38) >>> 16) & 0o777,
      offset: directory.readUInt32LE(pos + 42),
    })
    pos += 46 + nameLength + directory.readUInt16LE(pos + 30) + directory.readUInt16LE(pos + 32)
  }
  return entries
}

function readAt(fd, position, length) {
  const buffer = Buffer.alloc(length)
  for (let got = 0; got < length; ) {
    const n = readSync(fd, buffer, got, length - got, position + got)
    if (n === 0) throw new Error('the archive ends too early')
    got += n
  }
  return buffer
}
