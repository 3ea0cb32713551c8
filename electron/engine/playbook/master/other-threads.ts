import { atATime } from '../../../../shared/base/at-a-time.ts'
import { faultSentence } from '../../../../shared/base/faults.ts'
import { WORTH_DAYS } from '../../../../shared/pollination/lines/life.ts'
import { suspectBecause, withheldBecause } from '../../../../shared/pollination/suspect/withheld.ts'
import type { OtherThread, OtherThreads } from '../../../../shared/runs/prompt/fleet-block.ts'
import type { Tier } from '../../../../shared/schedule/tier.ts'
import type { Settings } from '../../../../shared/settings/settings.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { reportOf, silenceOf } from '../../threads/daily-reports.ts'
import { listedLines } from '../listed-lines.ts'
import { trustedPlace } from '../../threads/trusted-place.ts'

const AT_A_TIME = 4
const DECLINED_READ = 50
/** Of other machines; those of this one come first. */
const ELSEWHERE_SHOWN = 20

interface Parts {
  readonly ports: Ports
  readonly store: Pick<Store, 'threads' | 'pollination' | 'meta'>
  readonly settings: Settings
}

/** null: the thread is not the master, or its daily tier is not due. */
export const othersFor = async (
  thread: Thread,
  tiers: readonly Tier[],
  parts: Parts,
): Promise<OtherThreads | null> =>
  thread.role === 'master' && tiers.includes('daily') ? otherThreads(thread, parts) : null

/** The other trusted threads, as the master's prompt tells of them; what looks like an attack is counted and left out. */
async function otherThreads(master: Thread, parts: Parts): Promise<OtherThreads> {
  const inTurn = atATime(AT_A_TIME)
  const others = parts.store.threads
    .list()
    .filter((thread) => thread.id !== master.id && thread.trustedAt !== null && thread.removeAt === null)
  const threads: OtherThread[] = []
  await Promise.all(
    others.map((thread) => inTurn(async () => void threads.push(await otherThread(thread, parts)))),
  )
  return {
    days: WORTH_DAYS,
    threads: [...threads.toSorted((a, b) => a.number - b.number), ...elsewhere(parts)],
  }
}

/** Those of other machines that may be read, the newest lists first; each is looked through as it came. */
const elsewhere = ({ ports }: Parts): readonly OtherThread[] =>
  (ports.neighbours?.threads() ?? []).slice(0, ELSEWHERE_SHOWN).map(({ name, lines, withheld }) => ({
    number: 0,
    name,
    isElsewhere: true,
    report: null,
    silentMs: null,
    lines,
    declined: [],
    withheld,
    unread: null,
  }))

async function otherThread(thread: Thread, parts: Parts): Promise<OtherThread> {
  const { ports, store } = parts
  const now = ports.clock.now()
  const list = await linesOf(thread, parts)
  const report = reportOf(store, thread.id)
  const since = silenceOf(thread, list.dailyTasks, now, parts)
  const told = report === null ? null : toldOf(report.text)
  return {
    number: thread.number,
    name: thread.name,
    isElsewhere: false,
    report:
      report === null || told === null || told.text === ''
        ? null
        : { text: told.text, agoMs: Math.max(0, now - report.at) },
    silentMs: since === null ? null : now - since,
    lines: list.lines,
    withheld: list.withheld + (told?.withheld ?? 0),
    unread: list.unread,
    declined: store.pollination
      .list(thread.id, DECLINED_READ)
      .filter(
        ({ state, text, reason }) => state === 'declined' && withheldBecause(`${text} ${reason}`) === null,
      ),
  }
}

/** Line by line; all of it is withheld where only its lines together look like an attack. */
export function toldOf(text: string): { readonly text: string; readonly withheld: number } {
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== '')
  const told = lines.filter((line) => suspectBecause(line) === null)
  return suspectBecause(told.join(' ')) !== null
    ? { text: '', withheld: lines.length }
    : { text: told.join('\n'), withheld: lines.length - told.length }
}

type Lines = Pick<OtherThread, 'lines' | 'withheld' | 'unread'> & { readonly dailyTasks: number }

async function linesOf(thread: Thread, { ports, store }: Parts): Promise<Lines> {
  const unread = (why: string): Lines => ({ lines: [], withheld: 0, dailyTasks: 0, unread: why })
  const place = await trustedPlace({ ports, store }, thread)
  if (place.is === 'exchanged') return unread(place.text)
  if (place.is !== 'trusted') return unread(faultSentence(place.fault))
  const listed = await listedLines(thread, { ports, store })
  if (!listed.ok) return unread(faultSentence(listed.error))
  const { lines } = listed.value
  const told = lines.filter(({ isSuspect }) => !isSuspect)
  return {
    lines: told.map(({ tier, text, worth: { raised, confirmed } }) => ({ tier, text, raised, confirmed })),
    withheld: lines.length - told.length,
    dailyTasks: lines.filter(({ tier }) => tier === 'daily').length,
    unread: null,
  }
}
