import { gitEvents } from '../../../shared/events/git-events.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import { playbookPrint } from '../../../shared/playbook/print.ts'
import { parseHeartbeatConfig } from '../../../shared/threads/heartbeat-json.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { ThreadConfig } from '../../../shared/threads/thread.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { Pulse } from '../pulse/pulse.ts'
import type { Slots } from '../schedule/slots.ts'
import type { Events } from './events.ts'

// One look at each thing of a repository that others may change: compared with what stood there at the look
// before, and the difference told to its thread. Each says whether it saw what there is to be seen.

export interface LookParts {
  readonly ports: Ports
  readonly store: Pick<Store, 'threads' | 'runs' | 'events' | 'alerts' | 'together'>
  readonly documents: Pick<Documents, 'refresh' | 'isExchanged' | 'missingFolder'>
  readonly pulse: Pulse
  readonly slots: Slots
  readonly events: Events
  /** The run of a thread that is not over yet; null: none. */
  readonly runOf: (id: ThreadId) => { readonly id: RunId } | null
  /** The history may be gone before the disk has answered. */
  readonly isClosed: () => boolean
}

export async function lookAtGit(
  { ports, store, documents, events, runOf, isClosed }: LookParts,
  id: ThreadId,
  path: string,
): Promise<boolean> {
  const run = runOf(id)
  const state = await ports.repositories.gitState(path)
  if (!state.ok && !isClosed() && state.error.code.startsWith('repo.')) await documents.refresh(id)
  if (!state.ok || isClosed() || store.threads.get(id)?.repoPath !== path) return false
  const before = store.events.gitState(id)
  if (before !== null && JSON.stringify(before) === JSON.stringify(state.value)) return true
  store.together(() => {
    store.events.noteSeen(id, { git: state.value })
    if (before === null) return
    for (const { kind, text } of gitEvents(before, state.value))
      events.add(id, {
        source: 'git',
        text,
        trusted: true,
        wake: 'now',
        own: run !== null && isOwnDoing(kind, store.runs.detail(run.id)?.profile ?? null),
      })
  })
  return true
}

/**
 * What a run did itself is no news that could wake it: a fetch by any run, everything by one that may write.
 */
const isOwnDoing = (kind: string, profile: string | null): boolean =>
  kind === 'fetch' || (profile ?? 'look') !== 'look'

/** `byPerson`: whether the change is one that a person made in the app; asked once, when it was read. */
export async function lookAtPlaybook(
  { ports, store, events, runOf, isClosed }: LookParts,
  id: ThreadId,
  path: string,
  byPerson: () => boolean,
): Promise<boolean> {
  const isRunning = runOf(id) !== null
  const file = await ports.files.read(path)
  if (isClosed() || store.threads.get(id)?.repoPath !== path) return false
  if (!file.ok && file.error.code !== 'file.missing') return false
  const print = file.ok ? playbookPrint(parse(file.value.text)) : ''
  const before = store.events.playbookSeen(id)
  const isPersons = byPerson()
  if (print === before) return true
  const isOwn = !isPersons && isRunning
  store.together(() => {
    store.events.noteSeen(id, { playbook: print })
    if (before === null || isOwn) return
    const how = isPersons ? 'by a person, in Threadbeat' : 'outside of Threadbeat'
    const text = file.ok ? `HEARTBEAT.md was edited ${how}.` : 'HEARTBEAT.md is gone.'
    // What a person does in the app waits for nobody: it is told along with others.
    events.add(id, { source: 'playbook', text, trusted: true, ambient: isPersons, wake: 'now' })
  })
  return true
}

export async function lookAtConfig(
  { ports, store, pulse, slots, events, isClosed }: LookParts,
  id: ThreadId,
  path: string,
): Promise<boolean> {
  const file = await ports.repositories.config(path)
  if (isClosed()) return false
  const thread = store.threads.get(id)
  if (thread === null || thread.repoPath !== path) return false
  // Of a folder that is gone, or whose disk is silent, nothing is known; no news of a file that may be there.
  if (!file.ok && file.error.code.startsWith('repo.')) return false
  const config = configFrom(file, thread.config)
  if (JSON.stringify(config) === JSON.stringify(thread.config)) return true
  const isFirst = thread.config === null && store.events.gitState(id) === null
  store.threads.change(id, { config })
  const notice = configNotice(config)
  if (notice === null) store.alerts.resolve(id, [CONFIG_KEY], ports.clock.now())
  else store.alerts.raise(id, notice, ports.clock.now())
  slots.replan(id, thread)
  pulse.tick()
  if (!isFirst) events.add(id, { source: 'app', text: configNews(config), trusted: true, wake: 'next' })
  return true
}

/** null: there is no such file. */
function configFrom(
  file: Awaited<ReturnType<Ports['repositories']['config']>>,
  before: ThreadConfig | null,
): ThreadConfig | null {
  const valuesBefore = before?.values ?? {}
  if (!file.ok) return { file: 'HEARTBEAT.json', values: valuesBefore, problems: [file.error.message] }
  if (file.value === null) return null
  const { name, text, names } = file.value
  const { values, problems, isUnreadable } = parseHeartbeatConfig(text, name, names)
  if (isUnreadable !== true) return { file: name, values, problems }
  // A file in the middle of being written must not switch anything on that it had switched off.
  const counts =
    Object.keys(valuesBefore).length === 0 ? 'nothing of it counts' : 'what it said before counts'
  return {
    file: name,
    values: valuesBefore,
    problems: [...problems.slice(0, -1), `${problems.at(-1)!}; ${counts}.`],
  }
}

const CONFIG_KEY = 'config'

/** Keys that do not count are a person's to mend, as lines of HEARTBEAT.md are. null: all of it counts. */
const configNotice = (config: ThreadConfig | null): RaisedAlert | null =>
  config === null || config.problems.length === 0
    ? null
    : {
        key: CONFIG_KEY,
        severity: 'notice',
        text: `Not all of ${config.file} counts.\n${config.problems.slice(0, PROBLEMS_TOLD).join('\n')}`,
      }
const PROBLEMS_TOLD = 5

function configNews(config: ThreadConfig | null): string {
  if (config === null) return 'HEARTBEAT.json is gone; the thread’s own settings count again.'
  const { file, problems } = config
  const changed = `${file} changed and counts from now on.`
  return problems.length === 0 ? changed : `${file} changed; not all of it counts: ${problems.join('; ')}`
}
