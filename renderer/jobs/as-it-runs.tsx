import type { ReactNode } from 'react'
import type { ApprovalView } from '../../shared/agents/approval.ts'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import type { JobSpec } from '../../shared/jobs/job.ts'
import { runnerName } from '../../shared/agents/presets.ts'
import { shownVariable } from '../../shared/base/secrets/shown-variable.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { formatDuration } from '../../shared/base/time.ts'
import { Arguments } from '../parts/again/arguments.tsx'
import { CommandFiles } from '../parts/approval/command-files.tsx'
import { JOB_APPROVAL_COPY, JOB_RUNS_COPY as COPY, JOB_WORDS } from './copy.ts'
import { AS_IT_RUNS_COPY } from '../thread/settings/runner/runner-copy.ts'

const WELL =
  'mt-2 rounded-control border border-line bg-sunken px-3 py-2 font-mono text-12 break-all whitespace-pre-wrap text-ink'

interface Props {
  readonly spec: JobSpec
  readonly thread: ThreadView
  readonly words: string
  readonly command: ApprovalView | null // null: none, or its thread is not trusted
}

/** What will be executed, sign by sign, before it counts. */
export function JobAsItRuns(props: Props): ReactNode {
  return (
    <div className="selectable text-13 text-ink-2">
      <Executed {...props} />
    </div>
  )
}

function Executed({ spec: { action }, thread, words, command }: Props): ReactNode {
  const place = <span className="font-mono text-12 text-ink">{thread.repoPath}</span>
  switch (action.kind) {
    case 'event':
      return null
    case 'command':
      return (
        <>
          <p>
            {COPY.commandIn(words)} {place}
            {COPY.noShell}
          </p>
          <Arguments argv={action.argv} />
          <Environment env={action.env} />
          {command === null ? (
            <p className="mt-2">{JOB_APPROVAL_COPY.unread}</p>
          ) : (
            <CommandFiles approval={command} folder={thread.repoPath} />
          )}
          <p className="mt-2">{COPY.commandMay(formatDuration(action.limitMs))}</p>
        </>
      )
    case 'agent':
      return (
        <>
          <p>
            {COPY.agentIn(words, runnerName(thread.agent))} {place} {COPY.withPrompt}
          </p>
          <p className={WELL}>{revealHidden(action.prompt)}</p>
          <p className="mt-2">{COPY.budgets}</p>
        </>
      )
    case 'reflect':
      return (
        <>
          <p>
            {COPY.agentIn(words, runnerName(thread.agent))} {place}. {JOB_WORDS.actionMeaning.reflect}
          </p>
          <p className="mt-2">{COPY.budgets}</p>
        </>
      )
  }
}

function Environment({ env }: { env: Readonly<Record<string, string>> }): ReactNode {
  if (Object.keys(env).length === 0) return null
  return (
    <>
      <p className="mt-2">{AS_IT_RUNS_COPY.environment}</p>
      <ul className={WELL}>
        {Object.entries(env).map(([name, value]) => (
          <li key={name}>
            {name}={revealHidden(shownVariable(name, value))}
          </li>
        ))}
      </ul>
    </>
  )
}
