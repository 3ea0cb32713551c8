import { toast } from '../../../kit/shown/toast.ts'
import type { RunId } from '../../../../shared/base/ids.ts'
import type { BeatTicket } from '../../../../shared/contract/beats.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import { OUTCOME_WORD } from '../../../../shared/runs/outcome-words.ts'
import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { AppContext } from '../../../client/bridge.ts'
import { CLIENT } from '../../../client/copy.ts'
import { navigate, runPath } from '../../../client/navigation.ts'
import { runTime } from '../../../kit/time.ts'
import { ACTIONS } from '../copy.ts'
import { cancelItem } from '../stop.ts'

/** A beat that took longer is no answer to a click any more: its row shows what came of it. */
const ANSWERS_MS = 10 * MINUTE
const SHOWN_MS = 5 * SECOND

type Stage =
  | { readonly is: 'waits' }
  | { readonly is: 'runs'; readonly runId: RunId }
  | { readonly is: 'over'; readonly last: NonNullable<ThreadView['last']> }
  | { readonly is: 'gone' } // taken back, or with its thread

/** `before`: the thread as it was clicked. */
function stageOf(before: ThreadView, now: ThreadView | undefined, { itemId }: BeatTicket): Stage {
  if (now === undefined) return { is: 'gone' }
  if (now.waiting.some((item) => item.itemId === itemId)) return { is: 'waits' }
  if (now.running?.kind === 'heartbeat') return { is: 'runs', runId: now.running.runId }
  return now.last === null || now.last.runId === before.last?.runId
    ? { is: 'gone' }
    : { is: 'over', last: now.last }
}

/**
 * One toast that follows a beat somebody asked for: queued, with *Undo* as long as it waits; running; and what
 * came of it, with *Open*.
 */
export function answerBeat(app: AppContext, before: ThreadView, ticket: BeatTicket, queued: string): void {
  const { id, name } = before
  const toastId = `beat ${id}`
  const until = Date.now() + ANSWERS_MS
  let shown: Stage['is'] | null = null
  let isTakenBack = false

  function follow(): boolean {
    if (isTakenBack) return true
    const stage = stageOf(before, app.live.getState().threads.get(id), ticket)
    // The view may not know of the item yet that the ticket names.
    if (stage.is === 'gone' && shown === null) return false
    if (stage.is !== shown) show(stage)
    shown = stage.is
    return stage.is === 'over' || stage.is === 'gone' || Date.now() > until
  }
  function show(stage: Stage): void {
    const say = (words: string, label: string, onClick: () => void): void =>
      void toast(words, { id: toastId, duration: SHOWN_MS, action: { label, onClick } })
    const open = (runId: RunId) => () => navigate(runPath(runId))
    if (stage.is === 'waits') say(queued, CLIENT.undo, takeBack)
    else if (stage.is === 'runs') say(ACTIONS.beat.runs(name), ACTIONS.beat.watch, open(stage.runId))
    else if (stage.is === 'over') {
      const { outcome, durationMs, summary, runId } = stage.last
      const words = ACTIONS.beat.over(name, OUTCOME_WORD[outcome], runTime(durationMs), summary)
      say(words, ACTIONS.beat.open, open(runId))
    }
  }
  function takeBack(): void {
    isTakenBack = true
    cancelItem(app, ticket.itemId)
  }
  show({ is: 'waits' })
  if (follow()) return
  const end = app.live.subscribe(() => {
    if (follow()) end()
  })
}
