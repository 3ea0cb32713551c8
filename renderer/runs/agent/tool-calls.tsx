import { Check, FilePen, FileText, SquareTerminal, Wrench, X, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { TOOL_SERVER, type AgentTurn, type ToolCall } from '../../../shared/agents/agent-turn.ts'
import { revealHidden } from '../../../shared/base/hidden-text.ts'
import { Button } from '../../kit/button.tsx'
import { Logo } from '../../kit/logo.tsx'
import { Card, SectionTitle, Well } from '../../kit/parts.tsx'
import { CALLS as COPY } from '../copy.ts'

const KIND: Record<ToolCall['kind'], readonly [LucideIcon | null, string]> = {
  command: [SquareTerminal, 'Command'],
  read: [FileText, 'Read'],
  write: [FilePen, 'Write'],
  own: [null, 'Threadbeat’s tool'],
  other: [Wrench, 'Tool'],
}
const FIRST = 12

/** What the agent did, in its order, as its own event stream told. */
export function ToolCalls({ turn }: { turn: AgentTurn }): ReactNode {
  const [all, setAll] = useState(false)
  if (turn.callCount === 0) return null
  const shown = all ? turn.calls : turn.calls.slice(0, FIRST)
  return (
    <section aria-labelledby="calls-title">
      <SectionTitle id="calls-title" count={COPY.count(turn.callCount, turn.calls.length)}>
        {COPY.title}
      </SectionTitle>
      <Card>
        <ol>
          {shown.map((call, i) => (
            <CallRow key={i} call={call} />
          ))}
        </ol>
        {shown.length < turn.calls.length && (
          <div className="border-t border-line p-1.5">
            <Button size="s" look="ghost" onClick={() => setAll(true)}>
              {COPY.all(turn.calls.length)}
            </Button>
          </div>
        )}
      </Card>
    </section>
  )
}

/** Arguments that are JSON as a person would say them: one by its value, several by name. */
function asLine(input: string): string {
  if (!input.startsWith('{')) return input
  try {
    const args = Object.entries(JSON.parse(input) as Record<string, unknown>)
    const words = (value: unknown): string =>
      typeof value === 'string' ? value.replace(/\s+/g, ' ') : JSON.stringify(value)
    return args.length === 1
      ? words(args[0]?.[1])
      : args.map(([name, value]) => `${name}: ${words(value)}`).join(' · ')
  } catch {
    return input // clipped
  }
}

function CallRow({ call }: { call: ToolCall }): ReactNode {
  const [Icon, kind] = KIND[call.kind]
  const name = call.kind === 'own' ? call.name.replace(`mcp__${TOOL_SERVER}__`, '') : call.name
  const input = revealHidden(call.input)
  return (
    <li className="border-b border-line last:border-b-0">
      <details>
        <summary className="flex min-h-(--target) list-none items-center gap-3 px-4 py-1 text-13 hover:bg-hover focus-visible:-outline-offset-2">
          <span title={kind} className="flex w-4 shrink-0 text-ink-3">
            {Icon === null ? <Logo size={14} /> : <Icon size={14} />}
            <span className="sr-only">{kind}</span>
          </span>
          <span className="w-28 shrink-0 truncate text-12 text-ink-2">{name}</span>
          <span className="min-w-0 flex-1 truncate font-mono text-12">{asLine(input)}</span>
          <span className="w-14 shrink-0 text-right text-12 tabular-nums text-ink-3">
            {call.exitCode !== null && `exit ${call.exitCode}`}
          </span>
          {call.ok ? (
            <Check size={14} className="shrink-0 text-quiet" aria-label={COPY.ok} />
          ) : (
            <X size={14} className="shrink-0 text-urgent" aria-label={COPY.failed} />
          )}
        </summary>
        <div className="pr-4 pb-2.5 pl-11">
          <Well className="max-h-64">{input === '' ? '(nothing)' : input}</Well>
        </div>
      </details>
    </li>
  )
}
