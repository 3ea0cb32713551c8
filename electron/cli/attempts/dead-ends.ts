import type { Command } from 'commander'
import type { Voice } from '../../../shared/attempts/dead-ends/dead-end.ts'
import { DEAD_END_STATE } from '../../../shared/attempts/dead-ends/dead-end-words.ts'
import { plural } from '../../../shared/base/amounts.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type {
  DeadEndsView,
  DeadEndView,
  EvidenceView,
  VoiceView,
} from '../../../shared/contract/dead-ends.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { plain, shownLine } from '../kit/text.ts'

const NUMBER_WORDS = 'its number, as `dead-ends` shows it'
const EVIDENCE: readonly [string, string] = [
  '--attempt <number...>',
  'evidence: an attempt, as `attempts` shows its number',
]

/** `--json` is an option of the command above as well, which takes it wherever it stands. */
const optionsOf = (of: Command): Options => of.optsWithGlobals<Options>()

interface Options {
  readonly attempt?: string[]
  readonly json?: true
}

export const deadEndsCommand: Define = (command, cx) => {
  command
    .description('what the team of a measured thread knows not to work, and who says so')
    .argument('[thread]', THREAD_WORDS)
    .option('--json', 'for programs')
    .action((name: string | undefined, o: Options) => list(cx, name, o))
  command
    .command('claim')
    .description('say that an approach does not work; your word binds the agents of the team')
    .argument('<thread>', THREAD_WORDS)
    .argument('<claim>', 'one line')
    .option(...EVIDENCE)
    .option('--json', 'for programs')
    .action((name: string, claim: string, _own: Options, of: Command) =>
      show(cx, name, optionsOf(of), (client, id, attempts) => client.deadEnds.claim({ id, claim, attempts })),
    )
  for (const [word, kind, description] of [
    ['second', 'support', 'say so too: then it binds the agents of the team'],
    ['dispute', 'dispute', 'say that it does work: then it binds nobody until you say otherwise'],
  ] as const)
    command
      .command(word)
      .description(description)
      .argument('<thread>', THREAD_WORDS)
      .argument('<number>', NUMBER_WORDS)
      .option(...EVIDENCE)
      .option('--json', 'for programs')
      .action((name: string, number: string, _own: Options, of: Command) =>
        say(cx, { name, number, kind }, optionsOf(of)),
      )
  command
    .command('remove')
    .description('remove it, with what was said of it')
    .argument('<thread>', THREAD_WORDS)
    .argument('<number>', NUMBER_WORDS)
    .option('--json', 'for programs')
    .action((name: string, number: string, _own: Options, of: Command) => {
      const which = wholeNumber('the number of a dead end', number)
      return show(cx, name, optionsOf(of), (client, id) => client.deadEnds.remove({ id, number: which }))
    })
}

type Client = Awaited<ReturnType<typeof snapshotOf>>['client']

function say(
  cx: Context,
  { name, number, kind }: { readonly name: string; readonly number: string; readonly kind: Voice['kind'] },
  o: Options,
): Promise<void> {
  const which = wholeNumber('the number of a dead end', number)
  return show(cx, name, o, (client, id, attempts) =>
    client.deadEnds.say({ id, number: which, kind, attempts }),
  )
}

async function list(cx: Context, name: string | undefined, o: Options): Promise<void> {
  if (name === undefined) throw usageError('Name a thread: threadbeat dead-ends THREAD')
  await show(cx, name, o, (client, id) => client.deadEnds.list({ id }))
}

/** What the team knows, as this call has left it. */
async function show(
  cx: Context,
  name: string,
  { attempt = [], json }: Options,
  call: (client: Client, id: ThreadId, attempts: readonly number[]) => Promise<DeadEndsView>,
): Promise<void> {
  const attempts = attempt.map((text) => wholeNumber('--attempt', text))
  const { client, snapshot } = await snapshotOf(cx)
  const view = await call(client, findThread(snapshot.threads, name).id, attempts)
  if (json === true) return cx.out.json(view)
  if (view.deadEnds.length === 0) return cx.out.line(`The team ${view.team} knows of no dead end.`)
  for (const deadEnd of view.deadEnds) tell(cx, deadEnd)
}

function tell(cx: Context, { number, claim, state, runsLeft, voices }: DeadEndView): void {
  const left = state === 'stale' ? '' : `, for ${plural(runsLeft, 'more run')} of the team`
  cx.out.line(`${number}  ${shownLine(claim)}`)
  cx.out.line(`   ${DEAD_END_STATE[state]}${left}`)
  for (const voice of voices) cx.out.line(cx.out.colors.dim(`   ${voiceWords(voice)}`))
}

const voiceWords = ({ kind, threadName, evidence }: VoiceView): string => {
  const who = threadName === null ? 'a person' : plain(threadName)
  const by = evidence.length === 0 ? '' : `: ${evidence.map(evidenceWords).join(', ')}`
  return `${kind === 'support' ? 'said' : 'disputed'} by ${who}${by}`
}

const evidenceWords = ({ number, run, score }: EvidenceView): string => {
  if (run === null) return `attempt ${number} (removed)`
  return `attempt ${number} (run ${run}, ${score === null ? 'no score' : score})`
}

function wholeNumber(what: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usageError(`${what} is a whole number from 1, got "${text}"`)
  return Number(text)
}
