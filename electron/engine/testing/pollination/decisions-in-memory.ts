import { ok } from '../../../../shared/base/result.ts'
import type { DecisionsFile } from '../../ports/disk.ts'

/** decisions.md as an array of its lines. */
export const decisionsInMemory = (lines: string[] = []): DecisionsFile => ({
  path: '/data/decisions.md',
  read: async () => ok({ lines: [...lines], rest: [], problem: null }),
  async append(more) {
    lines.push(...more)
    return ok(null)
  },
})
