import { FlaskConical } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { RunnerTest } from '../../shared/contract/agents.ts'
import type { AgentConfig } from '../../shared/agents/agent-config.ts'
import { revealHidden } from '../../shared/base/hidden-text.ts'
import { FAULT_WORDS } from '../../shared/base/faults.ts'
import { attempt } from '../client/attempt.ts'
import { count, runCost } from '../kit/text/amounts.ts'
import { useBridge } from '../client/bridge.ts'
import { Button, type ButtonProps } from '../kit/button.tsx'
import { Chip } from '../kit/chip.tsx'
import { confirm } from '../kit/dialog/confirm.ts'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Output } from '../kit/text/output.tsx'
import { Skeleton, Well } from '../kit/parts.tsx'
import { RUNNER_TEST_COPY as COPY } from './copy.ts'
import { runTime } from '../kit/time.ts'

/** Starts the runner once with a harmless prompt and shows every field that was read from its output. */
export function TestButton({
  agent,
  name,
  ...button
}: { agent: AgentConfig; name: string } & Pick<ButtonProps, 'look' | 'disabled'>): ReactNode {
  const { client } = useBridge()
  const [isOpen, setOpen] = useState(false)
  const [result, setResult] = useState<RunnerTest | null>(null)
  const turn = useRef(0) // a result that comes after its dialog was closed belongs to nobody
  const test = async (): Promise<void> => {
    const yes = await confirm({
      title: COPY.ask(name),
      yes: COPY.yes,
      text: (
        <>
          <p>{COPY.text(name)}</p>
          {agent.kind === 'cli' && agent.program !== undefined && (
            <p className="mt-2 font-mono text-12 break-all text-ink">{revealHidden(agent.program)}</p>
          )}
          <p className="mt-2">{COPY.cost}</p>
        </>
      ),
    })
    if (!yes) return
    const mine = ++turn.current
    setResult(null)
    setOpen(true)
    const got = await attempt(client.agents.test({ agent, confirmed: true }))
    if (mine !== turn.current) return
    if (got === null) setOpen(false)
    else setResult(got)
  }
  const close = (): void => {
    turn.current++
    setOpen(false)
  }
  return (
    <>
      <Button size="s" {...button} onClick={() => void test()}>
        <FlaskConical size={13} /> Test…
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={COPY.title(name)}
        width={680}
        footer={<Button onClick={close}>Close</Button>}
      >
        {result === null ? (
          <>
            <p role="status" className="text-13 text-ink-2">
              {COPY.running}
            </p>
            <Skeleton rows={4} height={32} />
          </>
        ) : (
          <TestResult result={result} />
        )}
      </Dialog>
    </>
  )
}

function TestResult({ result }: { result: RunnerTest }): ReactNode {
  const { turn, fault } = result
  const fields: readonly (readonly [string, ReactNode])[] = [
    [
      'Session',
      turn?.sessionId == null ? null : (
        <code key="s" className="font-mono text-12">
          {turn.sessionId}
        </code>
      ),
    ],
    ['Model', turn?.model ?? null],
    [
      'Tokens',
      turn?.usage == null
        ? null
        : COPY.tokens(count(turn.usage.input), count(turn.usage.cached), count(turn.usage.output)),
    ],
    ['Cost', turn?.costUsd == null ? null : runCost(turn.costUsd)],
    [COPY.exitCode, result.exitCode],
    ['Took', runTime(result.durationMs)],
    [COPY.unreadable, turn === null ? null : linesWords(turn.malformedLines)],
  ]
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2 text-13">
        <Chip tone={result.ok ? 'quiet' : 'broken'}>{result.ok ? 'Works' : 'Failed'}</Chip>
        {fault === null ? (
          COPY.works
        ) : (
          <span>
            <strong className="font-semibold">{FAULT_WORDS[fault.code].title}.</strong>{' '}
            <span className="text-ink-2">{FAULT_WORDS[fault.code].repair}</span>
          </span>
        )}
      </p>
      {fault !== null && <p className="selectable text-12 text-ink-2">{fault.message}</p>}
      {result.text !== '' && (
        <div>
          <h3 className="mb-1 text-12 text-ink-3">Text</h3>
          <Well>{result.text}</Well>
        </div>
      )}
      <dl className="grid grid-cols-[140px_1fr] gap-y-1 text-13">
        {fields.map(([what, value]) => (
          <div key={what} className="contents">
            <dt className="text-12 leading-5 text-ink-3">{what}</dt>
            <dd className="selectable min-w-0 break-words">
              {value ?? <span className="text-ink-3">{COPY.notTold}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {result.output !== '' && (
        <details>
          <summary className="rounded-control text-12 text-ink-2 hover:text-ink">{COPY.raw}</summary>
          <div className="mt-1">
            <Output text={result.output} label={COPY.raw} maxHeight={220} />
          </div>
        </details>
      )}
    </div>
  )
}

const linesWords = (n: number): string => (n === 0 ? 'none' : COPY.skipped(n))
