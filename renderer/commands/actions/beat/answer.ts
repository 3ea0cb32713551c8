import { toast } from '../../../kit/shown/toast.ts'
import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { BeatTicket } from '../../../../shared/contract/beats.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import { OUTCOME_WORD } from '../../../../shared/runs/outcome-words.ts'
import { MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { AppContext } from '../../../client/bridge.ts'
import { CLIENT } from '../../../client/copy.ts'
import { navigate, runPath } from '../../../client/navigation.ts'
import { useUi, type BeatAnswer } from '../../../client/ui-state.ts'
import { runTime } from '../../../kit/time.ts'
import { ACTIONS } from '../copy.ts'
import { cancelItem } from '../stop.ts'

/** A beat that took longer is no answer to a click any more: its row shows what came of it. */
const ANSWERS_MS = 10 * MINUTE
const SHOWN_MS = 5 * SECOND
/** What has not started by then waits for something. */
const STARTS_SOON_MS = 400

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
 * Follows a beat that somebody asked for. Where its row in the fleet can be seen, the row says what comes of it, and a
 * toast is there only for what waits, with *Undo*. Anywhere else one toast says it all: queued, running, what came of
 * it.
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
    if (stage.is === 'waits') return void setTimeout(sayWaits, STARTS_SOON_MS)
    if (!isInSight(id)) return say(stage)
    toast.dismiss(toastId)
    if (stage.is === 'over') sayInRow(id, overWords(name, stage.last))
  }
  function say(stage: Stage): void {
    if (stage.is === 'runs') tell(ACTIONS.beat.runs(name), ACTIONS.beat.watch, stage.runId)
    else if (stage.is === 'over') tell(overWords(name, stage.last).whole, ACTIONS.beat.open, stage.last.runId)
  }
  const tell = (words: string, label: string, runId: RunId): void =>
    toast(words, {
      id: toastId,
      duration: SHOWN_MS,
      action: { label, onClick: () => navigate(runPath(runId)) },
    })
  function sayWaits(): void {
    if (isTakenBack || (shown !== null && shown !== 'waits')) return
    toast(queued, { id: toastId, duration: SHOWN_MS, action: { label: CLIENT.undo, onClick: takeBack } })
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

/** Its row in the fleet, whole, and under nothing that is open. */
function isInSight(id: ThreadId): boolean {
  const row = document.querySelector(`[role=row][data-thread="${id}"]`)
  if (row === null || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return false
  const { top, bottom } = row.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

function sayInRow(id: ThreadId, words: BeatAnswer): void {
  const { setAnswer } = useUi.getState()
  setAnswer(id, words)
  setTimeout(() => {
    if (useUi.getState().answers.get(id) === words) setAnswer(id, null)
  }, SHOWN_MS)
}

function overWords(
  name: string,
  { outcome, durationMs, summary }: NonNullable<ThreadView['last']>,
): BeatAnswer {
  const [word, time] = [OUTCOME_WORD[outcome], runTime(durationMs)]
  return { short: ACTIONS.beat.came(word, time), whole: ACTIONS.beat.over(name, word, time, summary) }
}
