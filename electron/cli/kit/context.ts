import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { ClockFace } from '../../../shared/base/clock/time-text.ts'
import { faceOf } from './time-text.ts'
import type { Client } from './socket-client.ts'
import type { Session } from './session.ts'
import type { Output } from './output.ts'

/** What every command gets. */
export interface Context {
  readonly out: Output
  readonly dataDir: string | undefined // as given; undefined: the usual place
  readonly now: () => number
  /** Opened at the first call and ended by main. */
  session(): Promise<Session>
  /** The worst code that was asked for is what the command ends with. */
  exitWith(code: number): void
}

export async function snapshotOf(
  cx: Context,
): Promise<{ readonly client: Client; readonly snapshot: Snapshot; readonly alone: Session['alone'] }> {
  const { client, alone } = await cx.session()
  return { client, snapshot: await client.snapshot(), alone }
}

/** For commands that need nothing else of the fleet. */
export const clockFace = async (cx: Context): Promise<ClockFace> =>
  faceOf((await snapshotOf(cx)).snapshot.fleet)

const READ_WITHIN_MS = 1500

/**
 * As `snapshotOf`, once the HEARTBEAT.md files have been read: right after opening the data folder they
 * have not.
 */
export async function readSnapshotOf(cx: Context): Promise<Awaited<ReturnType<typeof snapshotOf>>> {
  const opened = await snapshotOf(cx)
  const { alone } = opened
  if (alone === null) return opened
  const isRead = (s: Snapshot): boolean => s.threads.every((t) => !t.trusted || t.doc !== null)
  if (!isRead(opened.snapshot)) {
    await new Promise<void>((resolve) => {
      // A missing folder never gets read, so not for ever.
      const timer = setTimeout(() => resolve(), READ_WITHIN_MS)
      const end = alone.onSnapshot((s) => {
        if (!isRead(s)) return
        clearTimeout(timer)
        setImmediate(() => end())
        resolve()
      })
    })
  }
  return { ...opened, snapshot: alone.snapshot() }
}
