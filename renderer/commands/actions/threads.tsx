import { ORPCError } from '@orpc/client'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, type Instant } from '../../../shared/base/time.ts'
import type { OpenIn } from '../../../shared/contract/threads.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import type { AppContext } from '../../client/bridge.ts'
import { write, writeBy } from '../../client/write.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { tableTime, tomorrowAtNine } from '../../kit/time.ts'
import { ACTIONS } from './copy.ts'

/** `key`: which of the programs; absent: the one used last. */
export const openIn = (app: AppContext, thread: ThreadView, what: OpenIn, key?: string): void =>
  void writeBy(app, () => openOrAsk(app, thread, what, key), {
    done: (opened) =>
      opened === 'no' ? null : { words: ACTIONS.opened(opened.name, thread.name), durationMs: 2000 },
  })

/** The folder moved, or another one takes its place; number, history and settings stay. */
export async function locateFolder({ client }: AppContext, { id }: ThreadView): Promise<void> {
  const paths = await attempt(client.shell.chooseFolders())
  if (paths?.[0] !== undefined)
    await attempt(client.threads.locate({ id, path: paths[0] }), ACTIONS.folderChanged)
}

/** In the editor used last, with HEARTBEAT.md at the line of the flag. */
export const openFlag = (app: AppContext, thread: ThreadView, flag: string): void =>
  void writeBy(
    app,
    async () => {
      const { text } = await app.client.doc.read({ id: thread.id })
      const line = lineOfFlag(text, flag)
      return app.client.shell.openIn({ id: thread.id, what: 'editor', ...(line !== null && { line }) })
    },
    { done: (opened) => ({ words: ACTIONS.opened(opened.name, thread.name), durationMs: 2000 }) },
  )

/** From 1; null: it does not stand there any more. */
export function lineOfFlag(text: string, flag: string): number | null {
  const at = text.split(/\r\n?|\n/).findIndex((line) => line.includes(flag))
  return at < 0 ? null : at + 1
}

/** A person is asked before a shell starts in a folder that they do not trust. */
async function openOrAsk(
  { client }: AppContext,
  thread: ThreadView,
  what: OpenIn,
  key: string | undefined,
): Promise<{ name: string } | 'no'> {
  const input = { id: thread.id, what, ...(key !== undefined && { with: key }) }
  try {
    return await client.shell.openIn(input)
  } catch (cause) {
    if (!(cause instanceof ORPCError) || cause.code !== 'CONFLICT') throw cause
    const yes = await confirm({
      title: ACTIONS.untrusted.title(thread.name),
      yes: ACTIONS.untrusted.yes,
      danger: true,
      text: (
        <>
          <p>{messageOf(cause)}</p>
          <p className="mt-2">{ACTIONS.untrusted.safe}</p>
        </>
      ),
    })
    return yes ? client.shell.openIn({ ...input, anyway: true }) : 'no'
  }
}

/** Its folder in the file manager. */
export const revealFolder = (app: AppContext, id: ThreadId): void =>
  void write(app, app.api.shell.reveal, { id })

export const pin = (app: AppContext, thread: ThreadView): void =>
  void write(
    app,
    app.api.threads.change,
    { id: thread.id, pinned: !thread.pinned },
    { done: ACTIONS.pinned(thread.name, !thread.pinned) },
  )

export const resolveFlag = (app: AppContext, thread: ThreadView, text: string): void =>
  void write(app, app.api.doc.resolveFlag, { id: thread.id, text }, { done: ACTIONS.flagResolved })

/** A runner that rests is tried again with the next beat. */
export const wakeRunner = (app: AppContext, key: string, name: string): void =>
  void write(app, app.api.agents.wake, { key }, { done: ACTIONS.runnerTried(name) })

const { ends } = ACTIONS.tier

/** For how long a tier can be put off from a menu; the time is counted from the choice. */
export const TIER_SNOOZES: readonly { readonly words: string; readonly until: () => Instant }[] = [
  { words: ends.hour, until: () => Date.now() + HOUR },
  { words: ends.four, until: () => Date.now() + 4 * HOUR },
  { words: ends.tomorrow, until: () => tomorrowAtNine(Date.now()) },
  { words: ends.week, until: () => Date.now() + 7 * DAY },
]

/** `until` null: wakes it. */
export const snoozeTier = (app: AppContext, thread: ThreadView, tier: Tier, until: Instant | null): void =>
  void write(
    app,
    app.api.threads.snoozeTier,
    { id: thread.id, tier, until },
    {
      done:
        until === null
          ? ACTIONS.tier.awake(TIER_WORD[tier], thread.name)
          : ACTIONS.tier.snoozed(TIER_WORD[tier], thread.name, tableTime(until, Date.now())),
    },
  )
