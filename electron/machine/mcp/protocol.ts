import { McpServer } from '@modelcontextprotocol/server'
import { TOOL_SERVER } from '../../../shared/agents/agent-turn.ts'
import type { ToolAnswer } from '../../engine/ports/agents.ts'
import { shownSchema } from './shown-schema.ts'
import { TOOLS } from './tools.ts'
import type { ToolName } from '../../../shared/agents/tool-limits.ts'

const INSTRUCTIONS =
  'Threadbeat looks after this repository by heartbeats. These tools read and edit its HEARTBEAT.md, ' +
  'report what a heartbeat found, and reach what other threads know. They are bound to this thread; no ' +
  'argument says who you are.'

/**
 * A server with these tools, whose every call goes through `call`: one for each HTTP request, one for each
 * stdio connection.
 */
export function serverWith(
  names: readonly ToolName[],
  call: (name: ToolName, input: unknown) => Promise<ToolAnswer>,
  version: string,
): McpServer {
  const server = new McpServer(
    { name: TOOL_SERVER, title: 'Threadbeat', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: {} } },
  )
  for (const name of names) {
    const { title, description, input, readOnly } = TOOLS[name]
    const annotations = {
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: readOnly,
      openWorldHint: false,
    }
    server.registerTool(
      name,
      { title, description, inputSchema: shownSchema(input), annotations },
      async (args: unknown) => {
        const answer = await call(name, args)
        return {
          content: [{ type: 'text', text: answer.ok ? answer.value : answer.error }],
          isError: !answer.ok,
        }
      },
    )
  }
  return server
}
