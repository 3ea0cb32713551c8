import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { ActionFiles, ActionOwner } from '../../../engine/ports/attempts/action-files.ts'
import { readRegularFileSync } from '../regular-file.ts'
import { writeWholeFile } from '../whole-file.ts'

const MOST_BYTES = 1_000_000

/** Lists of actions below `folder`, a file for each owner: thread-3.json, team-NAME.json. */
export function createActionFiles(folder: string): ActionFiles {
  const fileOf = (owner: ActionOwner): string =>
    path.join(
      folder,
      owner.of === 'agent' ? `thread-${owner.number}.json` : `team-${safeName(owner.name)}.json`,
    )
  const changed = (
    owner: ActionOwner,
    keepOld: boolean,
    change: (file: string) => void,
  ): Result<null, string> => {
    const file = fileOf(owner)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (keepOld) setAside(file)
      change(file)
      return ok(null)
    } catch (error) {
      return err(`${file} could not be written: ${messageOf(error)}`)
    }
  }
  return {
    read(owner) {
      const file = fileOf(owner)
      try {
        const bytes = readRegularFileSync(file, { maxBytes: MOST_BYTES, links: 'follow' })
        return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok(null)
        return err(
          `${file} cannot be read: ${error instanceof TypeError ? 'it is no UTF-8 text' : messageOf(error)}`,
        )
      }
    },
    write: (owner, text, keepOld) => changed(owner, keepOld, (file) => writeWholeFile(file, text)),
    remove: (owner, keepOld) => changed(owner, keepOld, (file) => rmSync(file, { force: true })),
  }
}

/** Names of teams are checked where they are given; what came another way leads nowhere else. */
const safeName = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E')

function setAside(file: string): void {
  try {
    renameSync(file, `${file}.unreadable`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
