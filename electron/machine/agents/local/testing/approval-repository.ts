import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { beforeEach, expect } from 'vitest'
import type { ApprovalRequest } from '../../../../../shared/agents/approval.ts'
import { testFolder } from '../../testing/folders.ts'
import { commandRequest } from '../approval/approval-hash.ts'

/** A folder that is empty before each test, its files, and what an approval of a command in it would hold for. */
export function approvalRepository(): {
  readonly repo: string
  readonly put: (files: Readonly<Record<string, string>>, mode?: number) => void
  readonly request: (command: string) => Promise<ApprovalRequest>
  /** An approval of the command does not hold any more once this file has another text, and shows it. */
  readonly asksAgain: (command: string, changed: string) => Promise<ApprovalRequest>
} {
  const repo = join(testFolder(), 'repo')
  beforeEach(() => {
    rmSync(repo, { recursive: true, force: true })
    mkdirSync(repo, { recursive: true })
  })
  function put(files: Readonly<Record<string, string>>, mode = 0o644): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repo, name)), { recursive: true })
      writeFileSync(join(repo, name), text)
      chmodSync(join(repo, name), mode)
    }
  }
  async function request(command: string): Promise<ApprovalRequest> {
    const found = await commandRequest(repo, `Run \`${command}\``)
    if (found === null) throw new Error(`${command} is no command that would be executed`)
    return found
  }
  return {
    repo,
    put,
    request,
    async asksAgain(command, changed) {
      put({ [changed]: 'true\n' })
      const before = await request(command)
      put({ [changed]: 'touch x\n' })
      const after = await request(command)
      expect(after.hash).not.toBe(before.hash)
      expect(after.files.map(({ file }) => normalize(file))).toContain(changed)
      return after
    },
  }
}
