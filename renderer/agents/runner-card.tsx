import type { ReactNode } from 'react'
import type { RunnerView } from '../../shared/contract/agents.ts'
import { modelWords } from '../../shared/agents/model-words.ts'
import { PRESETS } from '../../shared/agents/presets.ts'
import { agentConfigSchema } from '../../shared/agents/agent-config.ts'
import type { RunnerRest } from '../../shared/views/snapshot.ts'
import { plural } from '../../shared/base/amounts.ts'
import { Chip } from '../kit/chip.tsx'
import { CopyLine } from '../kit/text/copy-line.tsx'
import { RUNNER_CARD_COPY as COPY } from './copy.ts'
import { homePath } from '../kit/text/shown-path.ts'
import { TestButton } from './runner-test.tsx'

export function RunnerCard({
  runner,
  rest,
}: {
  runner: RunnerView
  rest: RunnerRest | undefined
}): ReactNode {
  const isHere = runner.program !== null
  return (
    <article
      aria-label={runner.name}
      className="card flex min-w-0 flex-col gap-2.5 rounded-card border border-line bg-surface px-4 py-3"
    >
      <header className="flex items-center gap-2">
        <h3 className="text-14 font-semibold">{runner.name}</h3>
        {runner.version !== null && <span className="text-12 text-ink-3">{runner.version}</span>}
        <span className="ml-auto">
          <StateOf runner={runner} rest={rest} />
        </span>
      </header>
      {isHere ? <Program runner={runner} /> : <NotFound runner={runner} />}
      {isHere && runner.signedIn === 'no' && (
        <>
          <p className="text-12 text-ink-2">{COPY.signIn}</p>
          <CopyLine text={runner.signIn} what={COPY.signInCommand} />
        </>
      )}
      {isHere && (
        <div className="mt-auto flex pt-0.5">
          <TestButton name={runner.name} agent={agentConfigSchema.parse({ kind: 'cli', cli: runner.cli })} />
        </div>
      )}
    </article>
  )
}

function Program({ runner }: { runner: RunnerView }): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-12">
      <dt className="text-ink-3">Program</dt>
      <dd className="selectable min-w-0">
        <code className="font-mono break-all">{homePath(runner.program ?? '')}</code>
        {runner.how !== null && <span className="block text-ink-3">{COPY.how[runner.how]}</span>}
      </dd>
      <dt className="text-ink-3">Account</dt>
      <dd className="selectable min-w-0 truncate">
        {runner.account ?? accountWords(runner.signedIn)}
        {runner.signedIn !== 'no' && (
          <span className="text-ink-3">
            {COPY.paidBy[PRESETS[runner.cli].tellsCost === true ? 'told' : runner.billing]}
          </span>
        )}
      </dd>
      <dt className="text-ink-3">{COPY.beatsOn}</dt>
      <dd className="selectable">{modelWords(runner.cheapest, null)}</dd>
      <dt className="text-ink-3">{COPY.usedBy}</dt>
      <dd>{runner.threads === 0 ? COPY.noThread : plural(runner.threads, 'thread')}</dd>
    </dl>
  )
}

function accountWords(signedIn: RunnerView['signedIn']): string {
  if (signedIn === 'yes') return COPY.signedInAs
  return signedIn === 'no' ? 'none' : COPY.notTold
}

function NotFound({ runner }: { runner: RunnerView }): ReactNode {
  const stuck = runner.threads - runner.threadsByPath
  return (
    <>
      <p className="text-12 text-ink-2">
        {COPY.lookedIn(runner.looked.slice(0, 3).map(homePath).join(', '))}
        {runner.looked.length > 3 && (
          <span title={runner.looked.map(homePath).join('\n')}>{COPY.andMore(runner.looked.length - 3)}</span>
        )}
        {COPY.toInstall}
      </p>
      <CopyLine text={runner.install} what={COPY.installCommand} />
      {stuck > 0 && <p className="text-12 text-alert">{COPY.cannotStart(stuck)}</p>}
      {runner.threadsByPath > 0 && (
        <p className="text-12 text-ink-2">{COPY.namesProgram(runner.threadsByPath)}</p>
      )}
    </>
  )
}

function StateOf({ runner, rest }: { runner: RunnerView; rest: RunnerRest | undefined }): ReactNode {
  if (runner.program === null) return <Chip tone="neutral">{COPY.notFound}</Chip>
  if (runner.signedIn === 'no') return <Chip tone="alert">{COPY.signedOut}</Chip>
  if (rest !== undefined) return <Chip tone="alert">Resting</Chip>
  return runner.signedIn === 'yes' ? (
    <Chip tone="quiet">{COPY.signedIn}</Chip>
  ) : (
    <Chip tone="neutral">{COPY.unknown}</Chip>
  )
}
