import type { Alert } from '../../../../shared/alerts/alert.ts'
import {
  commandToCopy,
  handOverPrompt,
  openingWords,
  shellArgv,
  type HandedOver,
} from '../../../../shared/alerts/hand-over.ts'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { PRESETS, runnerName } from '../../../../shared/agents/presets.ts'
import type { AlertId } from '../../../../shared/base/ids.ts'
import { parse } from '../../../../shared/playbook/doc.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { Ports } from '../../ports/ports.ts'
import type { HandOver } from '../../ports/desktop.ts'
import type { Store } from '../../ports/store.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import type { ApiContext, ApiParts } from '../parts.ts'

/**
 * What stands behind the interactive start of an agent: it may read the finding's folder, and begins with
 * these words. Absent: it cannot begin with words.
 */
const AGENT_ARGS: Partial<Record<CliName, (folder: string, words: string) => readonly string[]>> = {
  claude: (folder, words) => ['--add-dir', folder, '--', words],
  codex: (_folder, words) => ['--', words],
  copilot: (folder, words) => ['--add-dir', folder, '-i', words],
  opencode: (_folder, words) => ['--prompt', words],
  gemini: (folder, words) => ['--include-directories', folder, '-i', words],
  qwen: (folder, words) => ['--include-directories', folder, '-i', words],
}

/**
 * A finding goes on in a terminal of the person's own: with an agent that begins with it, or with a shell.
 * It starts a program on this desktop: nobody but the person before it asks for that.
 */
export async function handOverAlert(
  id: AlertId,
  to: 'agent' | 'terminal',
  origin: ApiContext['origin'],
  { ports, store, engine, handOver }: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'handOver'>,
  errors: ApiErrors,
): Promise<HandedOver> {
  if (origin === 'socket' || handOver === undefined)
    throw errors.UNAVAILABLE({ message: 'Only the window hands a finding over.' })
  const alert = alertOr(id, store, errors)
  const thread = lookup(store).trustedOr(alert.threadId, errors)
  const agent = to === 'agent' ? await agentOf(thread, ports, errors) : null
  const written = await handOver.write(alert.id, await promptOf(alert, thread, ports, store))
  if (!written.ok) throw errors.UNAVAILABLE({ message: written.error.message })
  const { file, folder } = written.value
  const argv = agent === null ? shellArgv(handOver.platform, file) : agentArgv(agent, folder, file)
  const started = await handOver.open(thread.repoPath, argv, file)
  ports.log('info', 'alert.handed_over', {
    threadId: thread.id,
    to,
    runner: agent === null ? 'shell' : runnerName(thread.agent),
    opened: started.ok,
  })
  if (started.ok) {
    store.alerts.noteHandedOver(alert.id, ports.clock.now())
    engine.settleBanners()
  }
  return handedOver(handOver, thread, argv, file, started.ok ? null : started.error.message)
}

/** `why`: it could not be opened; null: it was. */
const handedOver = (
  { platform }: HandOver,
  { repoPath }: Thread,
  argv: readonly string[],
  file: string,
  why: string | null,
): HandedOver => ({
  opened: why === null,
  command: commandToCopy(platform, repoPath, argv),
  file,
  why,
})

function alertOr(id: AlertId, store: Pick<Store, 'alerts'>, errors: Pick<ApiErrors, 'NOT_FOUND'>): Alert {
  const alert = store.alerts.get(id)
  if (alert === null)
    throw errors.NOT_FOUND({ message: `There is no alert ${id}; its thread may have been removed.` })
  return alert
}

async function promptOf(
  alert: Alert,
  thread: Thread,
  ports: Ports,
  store: Pick<Store, 'runs'>,
): Promise<string> {
  const run = alert.runId === null ? null : store.runs.detail(alert.runId)
  const task = await taskOf(thread, alert.key, ports)
  return handOverPrompt({ alert, thread, run, task, timeZone: ports.clock.timeZone })
}

/**
 * The line of HEARTBEAT.md that the alert's cause is named after; null: none, or it stands there no more.
 */
async function taskOf(thread: Thread, key: string | null, { files }: Ports): Promise<string | null> {
  const file = key === null ? null : await files.read(thread.repoPath)
  return file?.ok === true ? (parse(file.value.text).tasks.find((t) => t.key === key)?.text ?? null) : null
}

interface Agent {
  readonly cli: CliName
  readonly program: string
}

const agentArgv = ({ cli, program }: Agent, folder: string, file: string): readonly string[] => [
  program,
  ...(AGENT_ARGS[cli]?.(folder, openingWords(file)) ?? []),
]

/** Those that can begin with a finding. */
const canBegin = ({ cli }: { readonly cli: CliName }): boolean => AGENT_ARGS[cli] !== undefined

/** The thread's own agent, or the first one of this machine that is signed in. */
async function agentOf(thread: Thread, ports: Ports, errors: Pick<ApiErrors, 'CONFLICT'>): Promise<Agent> {
  const runners = (await ports.runners.find(false)).filter((r) => r.program !== null && canBegin(r))
  const own = thread.agent.kind === 'cli' && canBegin(thread.agent) ? thread.agent : null
  const cli = own?.cli ?? runners.find((r) => r.signedIn !== 'no')?.cli ?? null
  if (cli === null)
    throw errors.CONFLICT({
      message:
        'No agent is installed and signed in here. The Agents page says how to get one; a terminal opens without.',
    })
  const program = own?.program ?? runners.find((r) => r.cli === cli)?.program ?? null
  if (program === null)
    throw errors.CONFLICT({
      message: `${PRESETS[cli].name} was not found. The Agents page shows where it was looked for.`,
    })
  return { cli, program }
}
