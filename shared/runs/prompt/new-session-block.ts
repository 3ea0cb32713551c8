import { inQuotes } from '../../base/hidden-text.ts'
import { metricBlock, type MeasuredWork } from './metric-block.ts'

interface NewSession {
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly measured: MeasuredWork
  readonly isProgram: boolean // of the person's own, which knows of no MCP server
}

const PATH_CHARS = 500

/** What an agent has to know that is asked about runs of which it remembers nothing. */
export const newSessionBlock = ({ number, name, repoPath, measured, isProgram }: NewSession): string =>
  [
    `You are the agent of thread ${number}, ${inQuotes(name)}, in ${inQuotes(repoPath, PATH_CHARS)}. This session is ` +
      'new: what is told here are earlier runs of yours.',
    ...metricBlock(measured, true),
    `Threadbeat’s tools, where this run has them: ${toolsAt(isProgram)}.`,
  ].join('\n')

/** Where an agent finds Threadbeat's tools. */
export const toolsAt = (isProgram: boolean): string => (isProgram ? BY_ENVIRONMENT : BY_SERVER)

const BY_SERVER =
  'MCP server `threadbeat`; one you do not see listed is still there, as `mcp__threadbeat__report`'
const BY_ENVIRONMENT =
  'an MCP server over HTTP: its address stands in the variable THREADBEAT_TOOLS_URL, the bearer token for it in ' +
  'THREADBEAT_TOOLS_TOKEN'
