import type { Refusal } from '../../../shared/agents/agent-turn.ts'
import type { PermissionDecision } from '../../../shared/agents/permission.ts'
import { isAcpAgent, runnerName } from '../../../shared/agents/presets.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { ReactNode } from 'react'
import type { AppContext } from '../../client/bridge.ts'
import { write } from '../../client/write.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { Ticks } from '../../kit/text/ticks.tsx'
import { ACTIONS } from './copy.ts'

const WORDS = ACTIONS.trust

/** Resolves to whether it was done. */
export async function trustThread(app: AppContext, thread: ThreadView): Promise<boolean> {
  const text = (
    <>
      <p>{WORDS.reads}</p>
      <p className="mt-2">{WORDS.commands}</p>
      <p className="mt-2 font-mono text-12">{thread.repoPath}</p>
    </>
  )
  if (!(await confirm({ title: WORDS.title(thread.name), yes: WORDS.yes, text }))) return false
  return setTrust(app, thread, true, WORDS.done(thread.name))
}

/** Resolves to whether it was done. */
export async function distrustThread(app: AppContext, thread: ThreadView): Promise<boolean> {
  const { title, yes, text, done } = WORDS.stop
  if (!(await confirm({ title: title(thread.name), yes, danger: true, text }))) return false
  return setTrust(app, thread, false, done(thread.name))
}

const setTrust = async (app: AppContext, thread: ThreadView, on: boolean, done: string): Promise<boolean> =>
  (await write(app, app.api.threads.trust, { id: thread.id, on }, { done })) !== null

/** A refused tool call; resolves to whether it was decided. */
export async function decideRefusal(
  app: AppContext,
  thread: ThreadView,
  refusal: Refusal,
  decision: PermissionDecision,
): Promise<boolean> {
  const { title, yes, said: done } = ACTIONS.decide[decision]
  const isSure = await confirm({
    title: title(thread.name),
    yes,
    danger: decision === 'always',
    text: <RuleAsItIs thread={thread} refusal={refusal} decision={decision} />,
  })
  if (!isSure) return false
  const input = { id: thread.id, rule: refusal.rule, decision, confirmed: true as const }
  return (await write(app, app.api.permissions.decide, input, { done })) !== null
}

/** It knows no rules of ours: it asks, and is answered. */
const isAsking = (agent: ThreadView['agent']): boolean => agent.kind === 'cli' && isAcpAgent(agent.cli)

function RuleAsItIs({
  thread,
  refusal,
  decision,
}: {
  thread: ThreadView
  refusal: Refusal
  decision: PermissionDecision
}): ReactNode {
  return (
    <>
      <p>
        <Ticks text={ACTIONS.decide[decision].rule(runnerName(thread.agent), revealHidden(refusal.label))} />
      </p>
      <p className="mt-2 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all whitespace-pre-wrap text-ink">
        {revealHidden(refusal.rule)}
      </p>
      {decision !== 'never' && (
        <p className="mt-2">{ACTIONS.ruleExact[isAsking(thread.agent) ? 'answered' : 'passed']}</p>
      )}
    </>
  )
}

/** The runner's own permission checks are on again, at once. */
export function endBypass(app: AppContext, thread: ThreadView): void {
  if (thread.agent.kind !== 'cli') return
  const agent = { ...thread.agent, bypassUntil: null }
  const done = ACTIONS.checksOn(thread.name)
  void write(app, app.api.threads.setAgent, { id: thread.id, agent, confirmed: true }, { done })
}
