import { faultSentence } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import { workKey } from '../../../../shared/runs/judge/standing.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { ToolAnswer } from '../../ports/agents.ts'
import { isAway, type ToolParts } from './caller.ts'
import { showPlaybook } from './show-playbook.ts'

export async function readPlaybook(parts: ToolParts, thread: Thread): Promise<ToolAnswer> {
  const doc = await readDoc(parts, thread)
  if (!doc.ok) return doc
  const tracked = await parts.ports.repositories.isTracked(thread.repoPath)
  return ok(showPlaybook(doc.value, thread, tracked.ok && tracked.value))
}

/** HEARTBEAT.md as it is now; its tasks may be reported from then on. */
export async function readDoc(parts: ToolParts, thread: Thread): Promise<Result<HeartbeatDoc, string>> {
  const away = await isAway(parts, thread)
  if (away !== null) return err(away)
  const file = await parts.ports.files.read(thread.repoPath)
  if (!file.ok)
    return err(
      file.error.code === 'file.missing'
        ? 'There is no HEARTBEAT.md yet; the next heartbeat creates it.'
        : faultSentence(file.error),
    )
  const doc = parse(file.value.text)
  noteTasks(parts, doc)
  return ok(doc)
}

export function noteTasks({ taskKeys }: ToolParts, doc: HeartbeatDoc): void {
  for (const { key } of doc.tasks) taskKeys.add(key)
  for (const item of doc.work) taskKeys.add(workKey(item))
}
