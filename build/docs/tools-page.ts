import * as z from 'zod'
import { TOOLS } from '../../electron/machine/mcp/tools.ts'
import { TOOL_LIMITS } from '../../shared/agents/tool-limits.ts'
import { schemaTable, type JsonSchema } from './schema-table.ts'

const HEAD = `# Tools for agents

<!-- Written from the table of tools by \`npm run docs\`; a test holds that it is true. -->

An agent that beats has these by MCP while its run lasts; \`threadbeat mcp\` gives them to a session that you start
yourself in a repository of the fleet. A call names no caller: whose thread it is follows from the run or the folder.
What a tool is given is checked whole; what is wrong is named, and nothing of it is done. A run may make
${TOOL_LIMITS.callsPerRun} calls.
`

/** docs/tools.md, from the table. */
export const toolsPage = (): string =>
  [
    HEAD,
    ...Object.entries(TOOLS).map(([name, tool]) => {
      const schema = z.toJSONSchema(tool.input, { io: 'input' }) as JsonSchema
      const takes =
        Object.keys(schema.properties ?? {}).length > 0 ? schemaTable(schema) : 'It takes nothing.'
      return [
        `## \`${name}\``,
        '',
        `${tool.title}. ${tool.description}${tool.readOnly ? ' It changes nothing.' : ''}`,
        '',
        takes,
        '',
      ].join('\n')
    }),
  ].join('\n')
