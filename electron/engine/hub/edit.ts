import type { Mail } from '../../../shared/hub/mail.ts'
import type { Edit } from '../../../shared/hub/order.ts'
import { isLineOf } from '../../../shared/pollination/lines/life.ts'
import { patternForEdit } from '../../../shared/pollination/lines/task-pattern.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { listedLines } from '../playbook/listed-lines.ts'
import { cannotRun, hasSame } from '../pollination/own-lines.ts'
import { trustedPlace } from '../threads/trusted-place.ts'
import { isShared, type ListParts } from './lists.ts'
import { takeOffer } from './offer.ts'
import type { Answer } from './orders.ts'

export type EditParts = Pick<ListParts, 'ports' | 'store'>

const refused = (text: string): Answer => ({ end: 'refused', text })

/**
 * Another machine proposes another line in the place of one that stands in a list here. The list is read first, so that
 * the answer holds; what is returned belongs into the transaction of its mail. Of a list that other machines may not read
 * no edit is taken, nor of a line that is told to none: the answer would tell what stands there.
 */
export async function proposedEdit(order: Edit, by: Mail['by'], parts: EditParts): Promise<() => Answer> {
  const thread = parts.store.threads.get(order.thread)
  const refusal = thread === null ? noThread(order) : await refusalOf(order, thread, parts)
  return () => {
    // A person may have removed it, or said no, while its list was read.
    const now = parts.store.threads.get(order.thread)
    if (refusal !== null) return refusal
    if (now === null) return noThread(order)
    return isShared(now) ? takeOffer(order, now, by, parts) : refused(NOT_SHARED)
  }
}

const noThread = ({ thread }: Edit): Answer =>
  refused(`There is no thread ${thread} here; it may have been removed.`)
const NOT_SHARED = 'Other machines may not read that list, as is set at its own machine.'

async function refusalOf(
  { replaces, tier, text }: Edit,
  thread: Thread,
  parts: EditParts,
): Promise<Answer | null> {
  if (!isShared(thread)) return refused(NOT_SHARED)
  const place = await trustedPlace(parts, thread)
  const listed = place.is === 'trusted' ? await listedLines(thread, parts) : null
  if (listed === null || !listed.ok) return refused(`The list of "${thread.name}" cannot be read there now.`)
  const { lines, paused } = listed.value
  const standing = lines.filter((line) => !line.isSuspect && isLineOf(replaces, line))
  if (standing.length === 1) {
    const line = { tier, text, replaces, pattern: patternForEdit(replaces, { tier, text }) }
    const beside = { lines: lines.filter((one) => !standing.includes(one)), paused }
    if (hasSame(beside, line)) return refused(`"${thread.name}" has that line already.`)
    const isLocal = thread.agent.kind === 'local'
    const why = await cannotRun(line, { repoPath: thread.repoPath, isLocal }, parts.ports.repositories)
    return why === null ? null : refused(`"${thread.name}" cannot have it: ${why}.`)
  }
  const how = standing.length === 0 ? 'No' : 'More than one'
  return refused(
    `${how} line of "${thread.name}" reads so now among its ${replaces.tier} tasks; look at it again.`,
  )
}
