import { join } from 'node:path'
import { readRegularFile } from '../../disk/regular-file.ts'
import { codeOf } from '../../disk/answering/disk-reason.ts'

/** A larger index is git's to read. */
const MAX_BYTES = 16 * 1024 * 1024
/** The extension of a split index; git writes it first behind the entries, which end with zero bytes. */
const SPLIT_INDEX = '\0link'

/**
 * Whether no file of that name in the top folder can be in the index (format: gitformat-index). Versions 2 and
 * 3 hold each path whole, and a sparse index folds folders only, so bytes that do not hold the name prove that
 * git does not track it. false: git has to be asked, as its index shortens paths (version 4), is split over
 * two files, is large, or holds these bytes somewhere.
 */
export async function isSurelyNotInIndex(gitDir: string, name: string): Promise<boolean> {
  try {
    const { bytes } = await readRegularFile(join(gitDir, 'index'), { maxBytes: MAX_BYTES, links: 'refuse' })
    const isIndex = bytes.length >= 12 && bytes.toString('latin1', 0, 4) === 'DIRC'
    const holdsWholePaths = isIndex && [2, 3].includes(bytes.readUInt32BE(4)) && !bytes.includes(SPLIT_INDEX)
    return holdsWholePaths && !bytes.includes(name)
  } catch (error) {
    return codeOf(error) === 'ENOENT' // nothing was added yet
  }
}
