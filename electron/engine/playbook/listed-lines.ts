import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { DAY } from '../../../shared/base/time.ts'
import { isPlainTask } from '../../../shared/playbook/edit/plain-task.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import { WORTH_DAYS } from '../../../shared/pollination/lines/life.ts'
import type { ListedThread } from '../../../shared/pollination/lines/line-advice.ts'
import { suspectLines } from '../../../shared/pollination/suspect/suspect-lines.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** What a HEARTBEAT.md lists. */
interface Listed extends Pick<ListedThread, 'paused'> {
  readonly doc: HeartbeatDoc
  readonly lines: readonly ListedLine[]
}

export type ListedLine = ListedThread['lines'][number] & {
  readonly key: string
  /** See `isPlainTask`. */
  readonly isPlain: boolean
}

interface Parts {
  readonly ports: Pick<Ports, 'clock' | 'files'>
  readonly store: Pick<Store, 'pollination'>
}

/**
 * The task lines of a thread's list, with what each raised in WORTH_DAYS, and what is paused. Whether the thread is trusted is for whoever
 * asks. file.*: it cannot be read.
 */
export async function listedLines(
  { id, repoPath }: Thread,
  { ports, store }: Parts,
): Promise<Result<Listed, Fault>> {
  const file = await ports.files.read(repoPath)
  if (!file.ok) return file
  if (file.value.encoding !== 'utf-8')
    return err(fault('file.unreadable', `HEARTBEAT.md of ${repoPath} is not UTF-8 text`))
  const worth = store.pollination.worth(id, ports.clock.now() - WORTH_DAYS * DAY)
  const doc = parse(file.value.text)
  const suspect = new Set(suspectLines(doc).map(({ line }) => line))
  return ok({
    doc,
    paused: doc.paused.map(({ text }) => text),
    lines: doc.tasks.map((task) => ({
      key: task.key,
      tier: task.tier,
      text: task.text,
      isPlain: isPlainTask(doc, task),
      isSuspect: suspect.has(task.line) || withheldBecause(task.text) !== null,
      worth: worth.get(task.key) ?? { raised: 0, confirmed: 0, dismissed: 0, runs: [] },
    })),
  })
}
