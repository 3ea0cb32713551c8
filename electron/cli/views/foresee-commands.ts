import { Option, type Command } from 'commander'
import type { Explanation, Foreseen } from '../../../shared/contract/beats.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { plural } from '../../../shared/base/plural.ts'
import { readSnapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import type { Cell } from '../kit/output.ts'
import { iso, plain, relative } from '../kit/text.ts'
import { saidTime } from '../kit/time-text.ts'

/** What will happen, and why: next, why, dry-run. Nothing is started. */
export function addForeseeCommands(program: Command, cx: Context): void {
  program
    .command('next')
    .description('what will happen by itself, soonest first')
    .argument('[thread]', 'only of this one')
    .option('--hours <count>', 'how far to look, 1 to 48', '24')
    .option('--json', 'for programs')
    .action((name: string | undefined, o: { hours: string; json?: true }) => next(cx, name, o))
  program
    .command('why')
    .description('why a thread does what it does: gates, settings and where they come from')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .option('--json', 'for programs')
    .action((name: string, o: { json?: true }) => why(cx, name, o.json === true))
  program
    .command('dry-run')
    .description('what a beat would do now, with its prompt word for word; nothing is started')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .addOption(new Option('--tier <tier>', 'this tier and those below it').choices([...TIERS]))
    .option('--json', 'for programs')
    .action((name: string, o: { tier?: Tier; json?: true }) => dryRun(cx, name, o))
}

async function next(
  cx: Context,
  name: string | undefined,
  { hours, json }: { hours: string; json?: true },
): Promise<void> {
  const wanted = Number(hours)
  if (!(wanted >= 1 && wanted <= 48)) throw usageError(`--hours must be 1 to 48, got "${hours}"`)
  const { client, snapshot, alone } = await readSnapshotOf(cx)
  const thread = name === undefined ? null : findThread(snapshot.threads, name)
  const { from, to, entries, more, agentStarts } = await client.foresee({
    hours: wanted,
    ...(thread !== null && { id: thread.id }),
  })
  if (json === true)
    return cx.out.json({
      from: iso(from),
      to: iso(to),
      agentStarts,
      more,
      entries: entries.map((e) => ({ ...e, at: iso(e.at) })),
    })
  if (alone !== null) cx.out.note('Threadbeat is not running: none of this happens until it is started.')
  if (entries.length === 0) return cx.out.line(`Nothing happens by itself until ${saidTime(to)}.`)
  cx.out.table(entries.map((e) => foreseenRow(cx, e)))
  if (more > 0) cx.out.line(cx.out.colors.dim(`… and ${plural(more, 'more', 'more')}`))
  cx.out.line(`At most ${plural(agentStarts, 'agent start')} until ${saidTime(to)}.`)
}

const KIND_WORD: Record<Foreseen['kind'], string> = { beat: 'beat', job: 'job', timed: 'timed task' }
const foreseenRow = (cx: Context, e: Foreseen): readonly (Cell | string)[] => [
  saidTime(e.at),
  { text: relative(e.at, cx.now()), paint: cx.out.colors.dim },
  e.threadName,
  e.tier === null ? KIND_WORD[e.kind] : `${TIER_WORD[e.tier].toLowerCase()} ${KIND_WORD[e.kind]}`,
  e.held === null ? e.text : { text: `${e.text} – held: ${e.held}`, paint: cx.out.colors.yellow },
]

async function why(cx: Context, name: string, json: boolean): Promise<void> {
  const { client, snapshot } = await readSnapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const told = await client.explain({ id: thread.id })
  if (json)
    return cx.out.json({
      number: thread.number,
      name: thread.name,
      ...told,
      lastTick: told.lastTick === null ? null : { ...told.lastTick, at: iso(told.lastTick.at) },
    })
  cx.out.line(`${cx.out.colors.bold(`${thread.number} ${plain(thread.name)}`)}  ${plain(thread.because)}`)
  showExplanation(cx, told)
}

function showExplanation(cx: Context, { lastTick, next: coming, gates, settings }: Explanation): void {
  const { colors } = cx.out
  cx.out.table([
    ['Next', coming],
    ['Last tick', lastTick === null ? 'none yet' : `${relative(lastTick.at, cx.now())}: ${lastTick.text}`],
  ])
  cx.out.line(`\n${colors.bold('What a beat has to pass')}`)
  cx.out.table(
    gates.map((g) => [
      '',
      { text: g.open ? '✓' : '✗', paint: g.open ? colors.green : colors.yellow },
      g.gate,
      g.text,
    ]),
  )
  cx.out.line(`\n${colors.bold('Settings')}`)
  cx.out.table(settings.map((s) => ['', s.label, s.value, { text: s.source, paint: colors.dim }]))
}

async function dryRun(
  cx: Context,
  name: string,
  { tier, json }: { tier?: Tier; json?: true },
): Promise<void> {
  const { client, snapshot } = await readSnapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const found = await client.dryRun({ id: thread.id, ...(tier !== undefined && { tier }) })
  if (json === true) return cx.out.json({ number: thread.number, name: thread.name, ...found })
  // The prompt alone goes to stdout, so that it can be kept or compared.
  const would = {
    start: 'A beat would start',
    skip: 'A beat would be skipped',
    refuse: 'A beat would be refused',
  }[found.would]
  cx.out.note(`${thread.number} ${thread.name}: ${would}: ${found.because}`)
  if (found.tiers.length > 0)
    cx.out.note(
      `Tiers: ${found.tiers.map((t) => TIER_WORD[t]).join(', ')}; ` +
        `${plural(found.tasks.length, 'task')}, ${plural(found.events, 'event')}.`,
    )
  if (found.prompt === null) for (const task of found.tasks) cx.out.line(plain(task))
  else cx.out.line(plain(found.prompt))
}
