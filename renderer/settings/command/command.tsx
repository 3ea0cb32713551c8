import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { CommandLineView } from '../../../shared/contract/app.ts'
import { attempt, messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Row } from '../../kit/field.tsx'
import { commandLine } from '../../kit/text/command-line.ts'
import { CopyLine } from '../../kit/text/copy-line.tsx'
import { Section } from '../parts.tsx'
import { COMMAND_COPY as COPY } from './command-copy.ts'

const TONE = {
  absent: 'neutral',
  ours: 'accent',
  other: 'alert',
  foreign: 'alert',
  package: 'accent',
  none: 'neutral',
} as const

/** The `threadbeat` of the person's terminals: never written, replaced or removed by itself. */
export function CommandLine(): ReactNode {
  const { api } = useBridge()
  const state = useQuery(api.app.commandLine.queryOptions({ staleTime: 0 }))
  const view = state.data
  return (
    <Section id="command-line" title={COPY.title}>
      <Row
        label={COPY.label}
        help={view?.text ?? (state.isError ? COPY.failed(messageOf(state.error)) : COPY.asked)}
      >
        {view !== undefined && <Deeds view={view} />}
      </Row>
      {view?.state === 'ours' && view.addToPath !== null && <AddToPath addToPath={view.addToPath} />}
      {view !== undefined && <Sessions command={view.command} />}
    </Section>
  )
}

function Deeds({ view: { state, file } }: { view: CommandLineView }): ReactNode {
  const { client, api, queries } = useBridge()
  const [busy, setBusy] = useState(false)
  const act = async (deed: Promise<CommandLineView>, done: string): Promise<void> => {
    setBusy(true)
    const now = await attempt(deed, done)
    setBusy(false)
    if (now !== null) queries.setQueryData(api.app.commandLine.queryKey(), now)
    else await queries.invalidateQueries({ queryKey: api.app.commandLine.key() })
  }
  const install = (word: string): ReactNode => (
    <Button disabled={busy} onClick={() => void act(client.app.installCommand(), COPY.installed(file ?? ''))}>
      {word}
    </Button>
  )
  return (
    <div className="flex items-center gap-2">
      <Chip tone={TONE[state]}>{COPY.state[state]}</Chip>
      {state === 'absent' && install(COPY.install)}
      {state === 'other' && install(COPY.replace)}
      {(state === 'ours' || state === 'other') && (
        <Button
          disabled={busy}
          onClick={() => void act(client.app.removeCommand(), COPY.removed(file ?? ''))}
        >
          {COPY.remove}
        </Button>
      )}
    </div>
  )
}

const AddToPath = ({
  addToPath: { line, file },
}: {
  addToPath: NonNullable<CommandLineView['addToPath']>
}): ReactNode => (
  <div role="status" className="border-b border-line py-3">
    <p className="text-13 font-medium">{COPY.notOnPath}</p>
    <p className="mb-1.5 max-w-[70ch] text-12 text-ink-3">{COPY.notOnPathHelp(file)}</p>
    <CopyLine text={line} what={COPY.theLine} />
  </div>
)

/** By a path that stays: never through a package's name, which is nobody's. */
const Sessions = ({ command }: { command: readonly string[] }): ReactNode => (
  <div className="py-3">
    <p className="text-13 font-medium">{COPY.session}</p>
    <p className="max-w-[70ch] text-12 text-ink-3">{COPY.sessionHelp}</p>
    {(['claude', 'codex'] as const).map((cli) => (
      <div key={cli} className="mt-1.5">
        <CopyLine
          text={commandLine([cli, 'mcp', 'add', 'threadbeat', '--', ...command, 'mcp'])}
          what={COPY.theLineFor(COPY.mcp[cli])}
        />
      </div>
    ))}
  </div>
)
