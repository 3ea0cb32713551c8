import { useState, type ReactNode } from 'react'
import { toast } from '../../kit/shown/toast.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { GATE_WORD, SESSION_WORD } from '../../../shared/views/words.ts'
import { gateModeOf, isOverruled } from '../../../shared/threads/thread.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge, type Client } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Row } from '../../kit/field.tsx'
import { Checkbox } from '../../kit/fields/checkbox.tsx'
import { VALUES_COPY as COPY } from './copy.ts'
import { THREAD } from '../copy.ts'
import { useLive } from '../../client/live.ts'
import { CliAsItRuns, CommandAsItRuns } from './runner/as-it-runs.tsx'

const { copy: words } = THREAD
const PARTS = ['schedule', 'runner', 'session', 'sources', 'shown'] as const
type Part = (typeof PARTS)[number]

const bare = ({ agent }: ThreadView): ThreadView['agent'] =>
  agent.kind === 'cli' ? { ...agent, bypassUntil: null } : agent
const scheduleOf = (t: ThreadView): string =>
  [
    t.intervalMs === 0 ? 'off' : COPY.every(formatDuration(t.intervalMs)),
    t.activeHours === null
      ? COPY.anyTime
      : `${t.activeHours.start}–${t.activeHours.end} ${t.activeHours.timeZone}`.trim(),
    t.dailyAt === null ? null : COPY.dailyAt(t.dailyAt),
  ]
    .filter(Boolean)
    .join(', ')
const VALUE: Record<Part, (t: ThreadView) => string> = {
  schedule: scheduleOf,
  runner: (t) => JSON.stringify(bare(t)),
  session: (t) => `${SESSION_WORD[t.session]}, ` + COPY.agentStarts(GATE_WORD[gateModeOf(t)]),
  sources: (t) =>
    Object.entries(t.sources)
      .sort()
      .map(([source, to]) => `${source}: ${to}`)
      .join(', ') || COPY.asUsual,
  shown: (t) =>
    Object.entries(t.delivery)
      .sort()
      .map(([key, on]) => `${key}: ${on ? 'on' : 'off'}`)
      .join(', ') || COPY.asApp,
}
const shownValue = (part: Part, t: ThreadView): string =>
  part === 'runner' ? runnerName(t.agent) : VALUE[part](t)

/** Parts of `to` that would be other afterwards, in words. */
export const differences = (
  from: ThreadView,
  to: ThreadView,
  parts: readonly Part[],
): readonly { readonly part: Part; readonly before: string; readonly after: string }[] =>
  parts
    .filter((part) => VALUE[part](from) !== VALUE[part](to))
    .map((part) => ({ part, before: shownValue(part, to), after: shownValue(part, from) }))

async function copyTo(
  client: Client,
  from: ThreadView,
  to: ThreadView,
  parts: readonly Part[],
): Promise<void> {
  const own = { config: to.config }
  const change = {
    // What HEARTBEAT.json of the other repository sets is not the window's to change.
    ...(parts.includes('schedule') && !isOverruled(own, 'intervalMs') && { intervalMs: from.intervalMs }),
    ...(parts.includes('schedule') && !isOverruled(own, 'activeHours') && { activeHours: from.activeHours }),
    ...(parts.includes('schedule') && !isOverruled(own, 'dailyAt') && { dailyAt: from.dailyAt }),
    ...(parts.includes('session') && !isOverruled(own, 'session') && { session: from.session }),
    ...(parts.includes('session') && { gate: from.gate }),
    ...(parts.includes('sources') && { sources: from.sources }),
    ...(parts.includes('shown') && { delivery: from.delivery }),
  }
  if (Object.keys(change).length > 0) await client.threads.change({ id: to.id, ...change })
  if (parts.includes('runner') && VALUE.runner(from) !== VALUE.runner(to))
    await client.threads.setAgent({ id: to.id, agent: bare(from), confirmed: true })
}

async function copyToAll(
  client: Client,
  from: ThreadView,
  targets: readonly ThreadView[],
  parts: readonly Part[],
): Promise<void> {
  let done = 0
  for (const to of targets) {
    try {
      await copyTo(client, from, to, parts)
      done++
    } catch (cause) {
      toast.error(`${to.name}: ${messageOf(cause)}`)
    }
  }
  if (done > 0) toast(words.done(done))
}

export function CopySettings({ thread }: { thread: ThreadView }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <Row label={words.label} help={words.help}>
      <Button onClick={() => setOpen(true)}>{words.button}</Button>
      {isOpen && <CopyDialog thread={thread} onClose={() => setOpen(false)} />}
    </Row>
  )
}

function CopyDialog({ thread, onClose }: { thread: ThreadView; onClose: () => void }): ReactNode {
  const { client } = useBridge()
  const threads = useLive((live) => live.threads)
  const [parts, setParts] = useState<readonly Part[]>(['schedule', 'runner'])
  const [chosen, setChosen] = useState<ReadonlySet<ThreadView['id']>>(new Set())
  const others = [...threads.values()].filter((t) => t.id !== thread.id)
  const targets = others.filter((t) => chosen.has(t.id) && differences(thread, t, parts).length > 0)
  const apply = async (): Promise<void> => {
    await copyToAll(client, thread, targets, parts)
    onClose()
  }
  const changesRunner =
    parts.includes('runner') && targets.some((t) => VALUE.runner(t) !== VALUE.runner(thread))
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(thread.name)}
      description={words.help}
      width={640}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={targets.length === 0} onClick={() => void apply()}>
            {words.yes(targets.length)}
          </Button>
        </>
      }
    >
      <Parts parts={parts} onChange={setParts} />
      <h3 className="mb-1 text-12 font-medium text-ink-3">{words.to}</h3>
      {others.length === 0 && <p className="text-13 text-ink-3">{words.none}</p>}
      <ul className="max-h-72 overflow-y-auto rounded-control border border-line">
        {others.map((to) => (
          <Target
            key={to.id}
            name={to.name}
            changes={differences(thread, to, parts)}
            isChosen={chosen.has(to.id)}
            onChoose={(on) => setChosen((now) => withId(now, to.id, on))}
          />
        ))}
      </ul>
      {changesRunner && (
        <div className="mt-3 border-t border-line pt-3 text-13 text-ink-2">
          <RunnerAsItRuns agent={thread.agent} />
        </div>
      )}
    </Dialog>
  )
}

function withId<T>(ids: ReadonlySet<T>, id: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(ids)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}

function Parts({
  parts,
  onChange,
}: {
  parts: readonly Part[]
  onChange: (parts: readonly Part[]) => void
}): ReactNode {
  return (
    <fieldset className="mb-3">
      <legend className="mb-1 text-12 font-medium text-ink-3">{words.what}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {PARTS.map((part) => (
          <span key={part} className="flex min-h-6 items-center gap-2 text-13">
            <Checkbox
              checked={parts.includes(part)}
              label={words[part]}
              onChange={(on) => onChange(on ? [...parts, part] : parts.filter((p) => p !== part))}
            />
            <span aria-hidden>{words[part]}</span>
          </span>
        ))}
      </div>
    </fieldset>
  )
}

function Target({
  name,
  changes,
  isChosen,
  onChoose,
}: {
  name: string
  changes: ReturnType<typeof differences>
  isChosen: boolean
  onChoose: (on: boolean) => void
}): ReactNode {
  return (
    <li className="flex items-start gap-2.5 border-b border-line px-3 py-1.5 text-13 last:border-b-0">
      <span className="pt-0.5">
        <Checkbox checked={isChosen} disabled={changes.length === 0} label={name} onChange={onChoose} />
      </span>
      <span className="w-36 shrink-0 truncate font-medium" aria-hidden>
        {name}
      </span>
      <span className="min-w-0 flex-1 text-12 text-ink-3">
        {changes.length === 0
          ? words.same
          : changes.map((c) => (
              <span key={c.part} className="block">
                <del>{c.before}</del> → <ins className="text-ink-2 no-underline">{c.after}</ins>
              </span>
            ))}
      </span>
    </li>
  )
}

function RunnerAsItRuns({ agent }: Pick<ThreadView, 'agent'>): ReactNode {
  switch (agent.kind) {
    case 'cli':
      return <CliAsItRuns agent={agent} repoPath={COPY.eachOfThem} />
    case 'command':
      return <CommandAsItRuns agent={agent} repoPath={COPY.eachOfThem} />
    case 'local':
      return <p>{COPY.local}</p>
  }
}
