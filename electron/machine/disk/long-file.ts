import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { LongFiles } from '../../engine/ports/disk.ts'
import { err, ok } from '../../../shared/base/result.ts'
import { diskReason } from './answering/disk-reason.ts'

/**
 * Written beside its place, under a name that nothing else has, and renamed when it is whole, so that a
 * file that stands there is never half replaced.
 */
export const longFiles: LongFiles = {
  async begin(target) {
    if (!path.isAbsolute(target)) return err(`${target} is not a whole path.`)
    const partial = path.join(path.dirname(target), `.threadbeat-${randomBytes(8).toString('hex')}.part`)
    const failed = (error: unknown): { readonly ok: false; readonly error: string } =>
      err(`${target} cannot be written: ${diskReason(error)}. Nothing of it was kept.`)
    try {
      if ((await stat(target).catch(() => null))?.isDirectory() === true) return err(`${target} is a folder.`)
      const file = await open(partial, 'wx', 0o600)
      let bytes = 0
      const discard = async (): Promise<void> => {
        await file.close().catch(() => undefined)
        await rm(partial, { force: true }).catch(() => undefined)
      }
      return ok({
        async write(text) {
          try {
            const data = Buffer.from(text, 'utf8')
            // writeFile goes on where a disk took only a part.
            await file.writeFile(data)
            bytes += data.length
            return ok(null)
          } catch (error) {
            await discard()
            return failed(error)
          }
        },
        async finish() {
          try {
            await file.sync()
            await file.close()
            await rename(partial, target)
            return ok({ bytes })
          } catch (error) {
            await discard()
            return failed(error)
          }
        },
        discard,
      })
    } catch (error) {
      return failed(error)
    }
  },
}
