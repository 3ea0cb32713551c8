import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { NO_USAGE, type Usage } from '../../../../../shared/agents/agent-turn.ts'
import { openRegularFile } from '../../../disk/regular-file.ts'
import {
  asAmount,
  asObject,
  asText,
  eventIn,
  plusUsage,
  type CliRequest,
  type CliStart,
  type Event,
  type ReaderContext,
} from '../../cli.ts'
import { spentTooMuch } from '../../records/budget.ts'
import { followFile } from '../../records/follow-file.ts'
import { priced, type Seen } from './cost.ts'

/** Names of variables by which a person sends Copilot's telemetry somewhere. */
const TELEMETRY = /^(?:COPILOT_OTEL_|OTEL_)/

/** Beside the usage file, in the private folder of the run. */
const spansFile = ({ usageFile }: CliRequest): string => join(dirname(usageFile), 'spans.jsonl')

const isPersons = ({ environment }: CliRequest): boolean =>
  Object.keys(environment).some((name) => TELEMETRY.test(name))

/**
 * Copilot tells what it used at its end. What each request took it writes, as it goes on, into a file of its telemetry
 * (`copilot help monitoring`), where it is told to; without what was said. A person who sends that telemetry elsewhere
 * keeps it, and has no count before the end.
 */
export const spansEnvironment = (request: CliRequest): NonNullable<CliStart['overrides']> =>
  isPersons(request)
    ? {}
    : {
        COPILOT_OTEL_FILE_EXPORTER_PATH: spansFile(request),
        COPILOT_OTEL_EXPORTER_TYPE: 'file',
        OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'false',
        OTEL_BSP_SCHEDULE_DELAY: '50', // ms from the end of a request to its line
      }

interface Spans {
  /** The model has answered one more request; its line may come later. */
  answered(): void
  settled(): Promise<void>
  stop(): void
  /** What the requests of this run took. null: none was seen. */
  seen(): Seen | null
  /** It prints its session at its end, which a run that is cut off has not. null: none was seen. */
  sessionId(): string | null
}

/** Ends the run where its requests have cost more than it may. */
export function watchSpans(request: CliRequest, { cutOff }: Pick<ReaderContext, 'cutOff'>): Spans {
  let seen: Seen | null = null
  let [lines, answers] = [0, 0]
  let sessionId: string | null = null
  /** A busy machine writes late: what has no line yet counts as what the others took on average. */
  const check = (): void => {
    const cost = seen === null || seen.costUsd === null ? null : seen.costUsd
    const unseen = Math.max(0, answers - lines)
    const over =
      spentTooMuch(cost, request, 'told') ??
      spentTooMuch(cost === null ? null : cost * (1 + unseen / lines), request, 'estimated')
    if (over !== null) cutOff(over)
  }
  const onLine = (line: string): void => {
    const span = eventIn(line) ?? {}
    sessionId ??= asText(asObject(span['attributes'])['gen_ai.conversation.id'])
    const told = requestIn(span)
    if (told === null) return
    const cost = priced(told.model ?? request.model, told.usage, request)
    const before: Seen = seen ?? { usage: NO_USAGE, costUsd: 0 }
    seen = {
      usage: plusUsage(before.usage, told.usage),
      costUsd: before.costUsd === null || cost === null ? null : before.costUsd + cost,
    }
    lines++
    check()
  }
  const following = isPersons(request)
    ? null
    : followFile({
        open: () => openSpans(spansFile(request)),
        missing: 'Copilot wrote no telemetry',
        from: Promise.resolve(0),
        onLine,
      })
  return {
    answered() {
      answers++
      following?.look()
      check()
    },
    settled: async () => void (await following?.end()),
    stop: () => following?.stop(),
    seen: () => seen,
    sessionId: () => sessionId,
  }
}

async function openSpans(path: string): Promise<FileHandle | null> {
  try {
    return await openRegularFile(path, constants.O_RDONLY, { links: 'refuse' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A span of one request to a model; those around it repeat its figures. null: it is none. */
function requestIn(span: Event): { readonly model: string | null; readonly usage: Usage } | null {
  const about = asObject(span['attributes'])
  const input = asAmount(about['gen_ai.usage.input_tokens'])
  const output = asAmount(about['gen_ai.usage.output_tokens'])
  if (about['gen_ai.operation.name'] !== 'chat' || input === null || output === null) return null
  const cached = asAmount(about['gen_ai.usage.cache_read.input_tokens']) ?? 0
  return {
    model: asText(about['gen_ai.response.model']) ?? asText(about['gen_ai.request.model']),
    usage: { input: Math.max(0, input - cached), cached, output },
  }
}
