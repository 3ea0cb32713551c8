import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach } from 'vitest'
import type { ApprovalRequest } from '../../../../../shared/agents/approval.ts'
import { testFolder } from '../../testing/folders.ts'
import { commandRequest } from '../approval/approval-hash.ts'

/** A folder that is empty before each test, its files, and what an approval of a command in it would hold for. */
export function approvalRepository(): {
  readonly repo: string
  readonly put: (files: Readonly<Record<string, string>>, mode?: number) => void
  readonly request: (command: string) => Promise<ApprovalRequest>
} {
  const repo = join(testFolder(), 'repo')
  beforeEach(() => {
    rmSync(repo, { recursive: true, force: true })
    mkdirSync(repo, { recursive: true })
  })
  return {
    repo,
    put(files, mode = 0o644) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(repo, name)), { recursive: true })
        writeFileSync(join(repo, name), text)
        chmodSync(join(repo, name), mode)
      }
    },
    async request(command) {
      const request = await commandRequest(repo, `Run \`${command}\``)
      if (request === null) throw new Error(`${command} is no command that would be executed`)
      return request
    },
  }
}
