import { createHash } from 'node:crypto'

/**
 * What a person agrees to, as 32 hexadecimal digits: the first half of the SHA-256 over a purpose, the SHA-256
 * of the bytes in question (of an archive its manifest, which names all others by their hash; of a backup the
 * file) and the list that was shown. 128 bits: nobody finds two archives with the same.
 */
export const agreementHash = (purpose: 'import' | 'restore', sha256: string, shown: unknown): string =>
  createHash('sha256')
    .update(`threadbeat ${purpose} 1\n${sha256}\n${JSON.stringify(shown)}`)
    .digest('hex')
    .slice(0, 32)
