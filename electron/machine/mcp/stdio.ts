import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ToolAnswer } from '../../engine/ports/agents.ts'
import { serverWith } from './protocol.ts'
import { USUAL_TOOLS, type ToolName } from '../../../shared/agents/tool-limits.ts'

/** What a person's own session gets: a report belongs to a run, and here is none. */
const SESSION_TOOLS: readonly ToolName[] = USUAL_TOOLS.filter((name) => name !== 'report')

/** The tools over this process's stdin and stdout, until the other side closes them. */
export function serveSession(
  call: (tool: ToolName, input: unknown) => Promise<ToolAnswer>,
  onError: (error: Error) => void,
  version: string,
): Promise<void> {
  return new Promise((resolve) => {
    const served = serveStdio(() => serverWith(SESSION_TOOLS, call, version), { onerror: onError })
    process.stdin.once('close', () => void served.close().finally(resolve))
  })
}
