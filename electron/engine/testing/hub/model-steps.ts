import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../../shared/base/time.ts'
import type { MailVerb } from '../../../../shared/hub/mail.ts'
import { isShared } from '../../hub/lists.ts'
import { QUICK_ONLY } from '../scenario.ts'
import {
  copyHistory,
  historyOf,
  isDead,
  kill,
  MACHINE,
  open,
  putBack,
  reopen,
  type Play,
} from './model-play.ts'

type Step = readonly [weight: number, name: string, run: (play: Play) => Promise<void> | void]

/** What may happen next, the more often the greater its weight. */
export const STEPS: readonly Step[] = [
  [14, 'time', (play) => play.clock.advance(Math.floor(play.random() * 3 * MINUTE))],
  [10, 'moment', (play) => play.clock.advance(Math.floor(play.random() * 4 * SECOND))],
  [10, 'alert', raise],
  [6, 'answer', answer],
  [8, 'thread', changeThread],
  [3, 'add', (play) => void add(play)],
  [2, 'remove', (play) => removeOne(play)],
  [5, 'share', share],
  [3, 'list', writeList],
  [14, 'mail', (play) => send(play)],
  [3, 'bell', (play) => play.hub.ring()],
  [
    8,
    'lost',
    (play) => void (play.trouble = { of: pick(play, ['request', 'answer']), calls: 1 + upTo(play, 4) }),
  ],
  [5, 'cut', (play) => play.hub.cut()],
  [3, 'down', (play) => play.hub.setDown(play.random() < 0.5)],
  [4, 'kill', (play) => reopen(play)],
  [8, 'kill at a call', (play) => void (play.callsLeft = 1 + upTo(play, 8))],
  [8, 'kill at a commit', (play) => void (play.machine.life.commitsLeft = 1 + upTo(play, 12))],
  [3, 'hub copied', (play) => void (play.counts['copy'] = backUpHub(play))],
  [2, 'hub restored', restoreHub],
  [3, 'folder copied', (play) => copyHistory(play, 'copy.db')],
  [3, 'folder restored', restoreFolder],
  [2, 'folder cloned', clone],
]

const upTo = ({ random }: Play, n: number): number => Math.floor(random() * n)
const pick = <T>(play: Play, list: readonly T[]): T => list[upTo(play, list.length)]!
const threadsOf = ({ machine }: Play): readonly ThreadId[] =>
  machine.s.store.threads.list().map(({ id }) => id)

function raise(play: Play): void {
  const { s } = play.machine
  const [id, n] = [pick(play, threadsOf(play)), upTo(play, 4)]
  s.store.alerts.raise(
    id,
    { key: `k${n}`, severity: 'warning', text: `It is ${upTo(play, 3)} behind` },
    s.clock.now(),
  )
}

function answer(play: Play): void {
  const { store } = play.machine.s
  const open = store.alerts.list('open', 20, play.clock.now())
  if (open.length === 0) return
  const { id, threadId, key } = pick(play, open)
  pick(play, [
    () => store.alerts.acknowledge([id], play.clock.now()),
    () => store.alerts.snooze([id], play.clock.now() + HOUR),
    () => store.alerts.resolveByHand([id], play.clock.now()),
    () => store.alerts.resolve(threadId, [key ?? 'text'], play.clock.now()),
  ])()
}

function changeThread(play: Play): void {
  const { store } = play.machine.s
  const id = pick(play, threadsOf(play))
  pick(play, [
    () => store.threads.change(id, { name: `name ${upTo(play, 100)}` }),
    () => store.threads.change(id, { tags: [`t${upTo(play, 9)}`] }),
    () => store.threads.change(id, { trustedAt: play.random() < 0.5 ? null : play.clock.now() }),
    () => store.alerts.mute(id, play.clock.now() + HOUR),
  ])()
}

export function add(play: Play): ThreadId {
  const name = `repo-${play.ids<ThreadId>('thr')}`
  const { s } = play.machine
  const id = s.add(name, { playbook: QUICK_ONLY, intervalMs: 4 * MINUTE })
  s.store.threads.change(id, { sharesList: play.random() < 0.5 })
  return id
}

function share(play: Play): void {
  const { store } = play.machine.s
  store.threads.change(pick(play, threadsOf(play)), { sharesList: play.random() < 0.7 })
}

const LINES = ['Look', 'Look at the site', 'Look at the changelog']
function writeList(play: Play): void {
  const { files, store } = play.machine.s
  const { repoPath } = store.threads.get(pick(play, threadsOf(play)))!
  files.set(repoPath, `## Quick Tasks\n- [ ] ${pick(play, LINES)}\n`)
}

function removeOne(play: Play): void {
  const ids = threadsOf(play)
  if (ids.length > 2) play.machine.s.engine.removals.remove(pick(play, ids))
}

function send(play: Play): void {
  const { s } = play.machine
  const thread = pick(play, threadsOf(play))
  const read = s.store.threads.list().filter(isShared)
  const shared = read.length === 0 ? [thread] : read.map(({ id }) => id)
  const alert = s.store.alerts.list('open', 5, play.clock.now())[0]?.id ?? 'alt_none'
  const [verb, args] = pick<readonly [MailVerb, Record<string, unknown>]>(play, [
    ['wake', { thread }],
    ['pause', { thread, until: null }],
    ['resume', { thread }],
    ['mute', { thread, until: play.clock.now() + HOUR + upTo(play, HOUR) }],
    ['acknowledge', { alerts: [alert] }],
    ['stop', { run: s.store.runs.running()[0]?.id ?? 'run_none' }],
    ['offer-suggestion', {}],
    [
      'offer-suggestion',
      { thread, tier: 'daily', text: `Run \`make ${upTo(play, 9)}\``, why: null, from: 'person' },
    ],
    ['decide-suggestion', decisionOf(play)],
    ['fetch-run', { run: pick(play, ['run_none', ...s.runs(pick(play, shared)).map(({ id }) => id)]) }],
    ['propose-edit', editOf(play, pick(play, shared))],
  ])
  const expiresAt = play.clock.now() + (play.random() < 0.2 ? upTo(play, MINUTE) : 48 * HOUR)
  const from = pick(play, ['laptop', 'server'])
  play.hub.send({
    id: play.ids<string>('not'),
    to: MACHINE,
    from,
    verb,
    args,
    expiresAt,
    rings: upTo(play, 3),
  })
}

function editOf(play: Play, thread: ThreadId): Record<string, unknown> {
  const text = `Look at ${upTo(play, 9)}`
  return {
    thread,
    wasTier: 'quick',
    wasText: pick(play, LINES),
    tier: 'quick',
    text,
    why: null,
    from: 'person',
  }
}

/** About one that is open, where there is one; sometimes about another line than it has. */
function decisionOf(play: Play): Record<string, unknown> {
  const open = play.machine.s.store.pollination.open()
  const one = open.length === 0 ? undefined : pick(play, open)
  const text = play.random() < 0.2 ? 'Another line' : one?.text
  const say = pick(play, ['accept', 'decline'] as const)
  return { thread: one?.threadId, suggestion: one?.number, tier: one?.tier, text, say, reason: null }
}

const hubCopies = new WeakMap<Play, ReturnType<Play['hub']['backUp']>>()
function backUpHub(play: Play): number {
  hubCopies.set(play, play.hub.backUp())
  return (play.counts['copy'] ?? 0) + 1
}
function restoreHub(play: Play): void {
  const copy = hubCopies.get(play)
  if (copy === undefined) return
  play.hub.restore(copy)
  play.isHubRestored = true
}

async function restoreFolder(play: Play): Promise<void> {
  if (!existsSync(join(play.folder, 'copy.db'))) return
  kill(play, play.machine, historyOf(play))
  play.hub.drop(play.machine.client)
  putBack(play, 'copy.db')
  play.isFolderCopied = true
  play.callsLeft = Infinity
  play.machine = await open(play, historyOf(play))
}

/** A copy of the disk is started elsewhere, lives for a while beside this machine or in its place, and is gone. */
async function clone(play: Play): Promise<void> {
  copyHistory(play, 'clone.db')
  play.isFolderCopied = true
  const isAlone = play.random() < 0.6
  if (isAlone) play.hub.cut()
  const path = join(play.folder, 'clone.db')
  const other = await open(play, path)
  await play.clock.advance(upTo(play, 4 * MINUTE))
  if (isDead(play)) await reopen(play)
  kill(play, other, path)
  play.hub.drop(other.client)
}
