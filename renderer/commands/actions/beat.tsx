import { ORPCError } from '@orpc/client'
import type { BeatTicket } from '../../../shared/contract/beats.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { messageOf } from '../../client/attempt.ts'
import type { AppContext } from '../../client/bridge.ts'
import { navigate, runPath } from '../../client/navigation.ts'
import { useUi } from '../../client/ui-state.ts'
import { refuse, write, writeBy } from '../../client/write.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { ACTIONS } from './copy.ts'
import { answerBeat } from './beat/answer.ts'

/** `tier` absent: what is due. */
export function beatThread(app: AppContext, thread: ThreadView, tier?: Tier): void {
  // A second click while it runs shows the running beat instead of starting another.
  if (thread.running !== null) return navigate(runPath(thread.running.runId))
  const { setAsked } = useUi.getState()
  setAsked(thread.id, true)
  void writeBy(app, () => startOrAsk(app, thread, tier), {
    done: (ticket) => (ticket === 'no' ? null : ticketWords(app, thread, tier, ticket)),
  }).then(() => setAsked(thread.id, false))
}

function ticketWords(
  app: AppContext,
  thread: ThreadView,
  tier: Tier | undefined,
  ticket: BeatTicket,
): string | null {
  if (ticket.state === 'running') return ACTIONS.beat.running(thread.name)
  if (ticket.state === 'merged') return ACTIONS.beat.joined(thread.name)
  answerBeat(
    app,
    thread,
    ticket,
    ACTIONS.beat.queued(thread.name, tier === undefined ? undefined : TIER_WORD[tier]),
  )
  return null
}

/** Over budget, or while the runner rests, a person is asked first. */
async function startOrAsk(
  { client }: AppContext,
  thread: ThreadView,
  tier: Tier | undefined,
): Promise<BeatTicket | 'no'> {
  const input = { id: thread.id, ...(tier !== undefined && { tier }) }
  try {
    return await client.beat.start(input)
  } catch (cause) {
    if (!(cause instanceof ORPCError) || cause.code !== 'CONFLICT') throw cause
    const yes = await confirm({
      title: ACTIONS.beat.anyway.title(thread.name),
      yes: ACTIONS.beat.anyway.yes,
      text: (
        <>
          <p>{messageOf(cause)}</p>
          <p className="mt-2">{ACTIONS.beat.anyway.text}</p>
        </>
      ),
    })
    return yes ? client.beat.start({ ...input, anyway: true }) : 'no'
  }
}

/** The note is a fact for the next prompt, said by the person themselves. */
export async function beatWithNote(
  app: AppContext,
  thread: ThreadView,
  tier: Tier,
  note: string,
): Promise<void> {
  if (note.trim() !== '') {
    const text = ACTIONS.note.text(note.trim())
    const added = await write(app, app.api.events.add, {
      to: thread.id,
      text,
      source: 'cli',
      wake: 'next',
      trusted: true,
    })
    if (added === null) return
    if (added.output.state === 'off') refuse(ACTIONS.note.off)
  }
  beatThread(app, thread, tier)
}

export const beatAllDue = (app: AppContext): void =>
  void write(app, app.api.beat.allDue, undefined, {
    done: (tickets) => ACTIONS.beat.allQueued(tickets.length),
  })
