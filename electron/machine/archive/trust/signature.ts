import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The member of an archive that holds its signature. */
export const SIGNATURE = 'manifest.sig'
export const MOST_SIGNATURE_BYTES = 1024
const PURPOSE = 'threadbeat archive signature 1\n'

/**
 * The signature of an archive: HMAC-SHA256 under the data folder's key (archive-key.ts) over PURPOSE followed
 * by the bytes of manifest.json as they stand in the zip; 64 hexadecimal digits and a line feed. The manifest
 * names every other member with its size and SHA-256, and a member that it does not name, lacks or describes
 * otherwise is refused, so the signature covers all that is read of an archive. It does not cover how the zip
 * is packed (order, times, compression), nor itself. It says who wrote the archive, not when: an older one of
 * the same folder is as good.
 */
export const signatureOf = (manifest: Uint8Array, key: Buffer): string =>
  `${macOf(manifest, key).toString('hex')}\n`

/**
 * Whether this folder signed these bytes. `signature` null: there is none; `key` null: the folder never signed
 * anything. Takes the same time whichever byte differs.
 */
export function isSigned(manifest: Uint8Array, signature: Uint8Array | null, key: Buffer | null): boolean {
  if (signature === null || key === null) return false
  // Compared as digests: whatever a stranger wrote has the same length then.
  return timingSafeEqual(digest(signature), digest(Buffer.from(signatureOf(manifest, key))))
}

const macOf = (manifest: Uint8Array, key: Buffer): Buffer =>
  createHmac('sha256', key).update(PURPOSE).update(manifest).digest()
const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
