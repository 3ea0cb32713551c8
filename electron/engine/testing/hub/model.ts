import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../../../../shared/base/seeded/random.ts'
import { MINUTE } from '../../../../shared/base/time.ts'
import { linesOf } from '../../../../shared/hub/list.ts'
import { threadOfToldRun } from '../../../../shared/hub/told-run.ts'
import { isShared } from '../../hub/lists.ts'
import { isNewState, threadBody } from '../../../../shared/views/told/thread-body.ts'
import { openIn } from './advice-in-memory.ts'
import {
  begin,
  EFFECTS,
  historyOf,
  isDead,
  kill,
  MACHINE,
  noteEffects,
  reopen,
  rowsIn,
  type Play,
} from './model-play.ts'
import { add, STEPS } from './model-steps.ts'

interface Played {
  readonly violations: readonly string[]
  readonly facts: number // that the hub has in the end
  readonly done: number // mail that had its effect
}

const TOTAL = STEPS.reduce((sum, [weight]) => sum + weight, 0)

/**
 * A random history of a machine and its hub: lost answers, cut connections, deaths of the process at any call and after
 * any commit, restored hubs and folders, copies of the folder that run elsewhere, bells that are lost or ring twice,
 * mail that comes too late. Then everything is well again, and what has to be true is looked at.
 */
export async function playHub(seed: number, steps = 30): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'threadbeat-hub-'))
  const random = randomFrom(seed)
  const play = await begin(folder, random)
  const names: string[] = []
  try {
    for (let n = 0; n < 3; n++) add(play)
    for (let step = 0; step < steps; step++) {
      let dice = random() * TOTAL
      const [, name, run] = STEPS.find(([weight]) => (dice -= weight) < 0) ?? STEPS[0]!
      names.push(name)
      await stepOf(play, () => run(play))
    }
    await heal(play)
    const said = (text: string): string => `seed ${seed}: ${text} (${names.join(', ')})`
    return {
      violations: [...play.hub.broken, ...checked(play)].slice(0, 4).map(said),
      facts: play.hub.kept.facts.length,
      done: play.effects.size,
    }
  } finally {
    kill(play, play.machine, historyOf(play))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The process may die in it: then it begins anew. */
async function stepOf(play: Play, run: () => Promise<void> | void): Promise<void> {
  await run()
  await play.clock.settle()
  if (isDead(play)) await reopen(play)
}

async function heal(play: Play): Promise<void> {
  play.trouble = { of: 'none', calls: 0 }
  play.callsLeft = Infinity
  play.machine.life.commitsLeft = Infinity
  play.hub.setDown(false)
  await play.clock.advance(20 * MINUTE)
  // No beat has just ended.
  play.machine.s.engine.setPause({ reason: 'the end', until: null, by: 'person' })
  await play.clock.advance(3 * MINUTE)
  noteEffects(play, rowsIn(historyOf(play), EFFECTS))
}

function checked(play: Play): readonly string[] {
  const { link } = play.machine
  const { is, waiting, lastFault } = link.view()
  return [
    ...(is === 'connected' && waiting === 0
      ? []
      : [`it is ${is} (${lastFault?.message ?? ''}), and ${waiting} rows wait`]),
    ...checkRows(play),
    ...checkOutcomes(play),
    ...checkStates(play),
    ...checkMail(play),
    ...checkLists(play),
    ...checkSuggestions(play),
  ]
}

/** The hub has each row of the outbox once, and as it stands there. */
function checkRows({ hub, folder }: Play): readonly string[] {
  const there = new Map(
    hub.kept.facts
      .filter(({ machine }) => machine === MACHINE)
      .map(({ fact }) => [`${fact.epoch} ${fact.seq}`, fact]),
  )
  const twice = hub.kept.facts.length - there.size
  const rows = rowsIn(historyOf({ folder }), 'SELECT * FROM hub_outbox ORDER BY seq')
  const lost = rows.flatMap((row) => {
    const fact = there.get(`${String(row['epoch'])} ${String(row['seq'])}`)
    if (fact === undefined)
      return [`the hub has not ${String(row['kind'])} ${String(row['epoch'])} ${String(row['seq'])}`]
    // What a list says is not kept with what happened.
    if (fact.kind === 'list') return []
    return JSON.stringify(fact.body) === row['body'] ? [] : [`${String(row['seq'])} is another there`]
  })
  return [...(twice === 0 ? [] : [`${twice} facts are there twice`]), ...lost]
}

/** Each run that ended is told once. */
function checkOutcomes({ folder }: Play): readonly string[] {
  const told = rowsIn(
    historyOf({ folder }),
    `SELECT r.id, count(o.seq) AS n FROM runs r LEFT JOIN hub_outbox o
      ON o.kind = 'outcome' AND o.body ->> '$.run' = r.id WHERE r.outcome IS NOT NULL GROUP BY r.id`,
  )
  return told.flatMap(({ id, n }) => (Number(n) === 1 ? [] : [`${String(id)} is told ${String(n)} times`]))
}

/** What the hub shows of this machine is as it is here. */
function checkStates({ hub, machine: { s } }: Play): readonly string[] {
  const problems: string[] = []
  const shown = new Map(hub.kept.states.map((state) => [state.id, state.body]))
  const views = s.views.threads()
  for (const view of views)
    if (isNewState(shown.get(view.id) ?? null, threadBody(view)))
      problems.push(`thread ${view.id} is ${view.state} here, ${JSON.stringify(shown.get(view.id))} there`)
  for (const { id, kind, body } of hub.kept.states) {
    if (kind === 'thread' && body['state'] !== 'removed' && !views.some((view) => view.id === id))
      problems.push(`thread ${id} is there still`)
    if (kind !== 'alert') continue
    const alert = s.store.alerts.get(id as never)
    const isOver = body['step'] === 'removed' || body['resolvedAt'] !== null
    if (isOver !== (alert === null || alert.resolvedAt !== null))
      problems.push(`alert ${id} is over only on one side`)
  }
  for (const { id } of views)
    for (const alert of s.store.threads.facts(id).alerts)
      if (shown.get(alert.id)?.['acknowledgedAt'] !== alert.acknowledgedAt)
        problems.push(`alert ${alert.id} is not there as it is here`)
  return problems
}

/** Each mail has one end, and one effect at most. */
function checkMail({ hub, clock, effects, isHubRestored, isFolderCopied }: Play): readonly string[] {
  const open = hub.kept.mail.filter(({ end, expiresAt }) => end === null && expiresAt > clock.now())
  const twice = [...effects].filter(([, starts]) => starts.size > 1)
  return [
    ...open.map(({ id, verb }) => `mail ${id} (${verb}) has no end`),
    ...(isHubRestored && isFolderCopied ? [] : twice.map(([id]) => `mail ${id} had its effect twice`)),
    ...hub.kept.mail.flatMap(({ id, end }) =>
      end === 'done' && !effects.has(id) ? [`mail ${id} is called done and was not`] : [],
    ),
  ]
}

/** What others may read is there as it stands, and of no other list anything, nor in an answer. */
function checkLists({ hub, machine: { s } }: Play): readonly string[] {
  const shared = s.store.threads.list().filter(isShared)
  const told = new Map(
    hub.kept.advice
      .filter(({ kind, body }) => kind === 'list' && linesOf(body) !== null)
      .map(({ id, body }) => [id, linesOf(body)!.join()]),
  )
  const wanted = new Map<string, string>(
    shared.map(({ id, repoPath }) => [id, tasksIn(s.files.get(repoPath)!)]),
  )
  const answers = hub.kept.mail.flatMap(({ verb, end, text }) =>
    verb === 'fetch-run' && end === 'done' && text !== '' ? [threadOfToldRun(text)] : [],
  )
  return [
    ...[...new Set([...told.keys(), ...wanted.keys()])].flatMap((id) =>
      told.get(id) === wanted.get(id)
        ? []
        : [
            `the list of ${id} is "${wanted.get(id) ?? 'not to be read'}" here, "${told.get(id) ?? 'not read'}" there`,
          ],
    ),
    ...answers.flatMap((id) =>
      id !== null && wanted.has(id) ? [] : [`an answer tells of the list of ${id}`],
    ),
  ]
}

const tasksIn = (list: string): string =>
  Array.from(list.matchAll(/^- \[[ x]\] (.*)$/gm), ([, task]) => task).join()

/** Others see as open what is open here, and nothing else. */
function checkSuggestions({ hub, machine: { s } }: Play): readonly string[] {
  const there = openIn(hub.kept.advice, MACHINE).map(({ number }) => Number(number))
  const here = s.store.pollination.open().map(({ number }) => number)
  const open = [there, here].map((numbers) => numbers.toSorted((a, b) => a - b).join())
  return open[0] === open[1] ? [] : [`suggestions ${open[1]} are open here, ${open[0]} there`]
}
