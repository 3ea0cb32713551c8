import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { oneLine } from '../../../shared/base/one-line.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { DAY } from '../../../shared/base/time.ts'
import type { Mail } from '../../../shared/hub/mail.ts'
import type { Edit } from '../../../shared/hub/order.ts'
import { changeLine } from '../../../shared/playbook/edit/change-line.ts'
import type { ListedText } from '../../../shared/pollination/lines/life.ts'
import { patternForEdit } from '../../../shared/pollination/lines/task-pattern.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { listedLines } from '../playbook/listed-lines.ts'
import { cannotRun, hasSame } from '../pollination/own-lines.ts'
import { trustedPlace } from '../threads/trusted-place.ts'
import { isShared, type ListParts } from './lists.ts'
import { takeOffer } from './offer.ts'
import type { Answer } from './orders.ts'

export type EditParts = Pick<ListParts, 'ports' | 'store'>

const { redact } = createRedactor()
/** As other machines are told of it. */
const toldText = (text: string): string => redact(oneLine(revealHidden(text)))

const refused = (text: string): Answer => ({ end: 'refused', text })

/**
 * Another machine proposes another line in the place of one that stands in a list here. The list is read first, so that
 * the answer holds; what is returned belongs into the transaction of its mail. Of a list that other machines may not read
 * no edit is taken, nor of a line that is told to none: the answer would tell what stands there.
 */
export async function proposedEdit(order: Edit, by: Mail['by'], parts: EditParts): Promise<() => Answer> {
  const thread = parts.store.threads.get(order.thread)
  const found = thread === null ? noThread(order) : await lineToChange(order, thread, parts)
  return () => {
    // A person may have removed it, or said no, while its list was read.
    const now = parts.store.threads.get(order.thread)
    if ('end' in found) return found
    if (now === null) return noThread(order)
    return isShared(now) ? takeOffer({ ...order, replaces: found }, now, by, parts) : refused(NOT_SHARED)
  }
}

const noThread = ({ thread }: Edit): Answer =>
  refused(`There is no thread ${thread} here; it may have been removed.`)
const NOT_SHARED = 'Other machines may not read that list, as is set at its own machine.'

/** So many are refused in a day, whoever sends them: each refusal tells something of a list, or of what could run. */
const REFUSED_IN_A_DAY = 20

/** The line as the list has it, found by how it was told; or why it cannot be changed so. */
async function lineToChange(order: Edit, thread: Thread, parts: EditParts): Promise<Answer | ListedText> {
  const { ports, store } = parts
  if (!isShared(thread)) return refused(NOT_SHARED)
  if (store.hub.refusedEdits(ports.clock.now() - DAY) >= REFUSED_IN_A_DAY)
    return refused('Too many edits were refused there in a day; try again tomorrow.')
  const place = await trustedPlace(parts, thread)
  const listed = place.is === 'trusted' ? await listedLines(thread, parts) : null
  if (listed?.ok !== true) return refused(`The list of "${thread.name}" cannot be read there now.`)
  const { replaces, tier } = order
  const { doc, lines } = listed.value
  const told = lines.filter(({ isSuspect }) => !isSuspect)
  const standing = told.filter((line) => line.tier === replaces.tier && toldText(line.text) === replaces.text)
  const [found, second] = standing
  if (found === undefined || second !== undefined)
    return refused(
      `${found === undefined ? 'No' : 'More than one'} line of "${thread.name}" reads so among its ${replaces.tier} ` +
        'tasks now; what changed in it is told within two minutes.',
    )
  if (toldText(found.text) !== oneLine(revealHidden(found.text)))
    return refused('That line holds a secret, so it is changed at its own machine.')
  const was = { tier: found.tier, text: found.text }
  const line = { tier, text: oneLine(order.text) }
  const pattern = patternForEdit(was, line)
  // Of lines that are told to nobody it is not said that one of them reads so.
  if (hasSame({ lines: told.filter((one) => one !== found), paused: [] }, { ...line, pattern }))
    return refused(`"${thread.name}" has that line already.`)
  const isLocal = thread.agent.kind === 'local'
  const wanted = { ...line, pattern, replaces: was }
  const why = await cannotRun(wanted, { repoPath: thread.repoPath, isLocal }, ports.repositories)
  if (why !== null) return refused(`"${thread.name}" cannot have it: ${why}.`)
  const isWritten = changeLine(doc, was, line).ok
  return isWritten ? was : refused(`"${thread.name}" cannot have it: it cannot stand there as one task.`)
}
