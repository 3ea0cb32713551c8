import type { CliName } from './agent-names.ts'
import { isAcpAgent } from './presets.ts'

interface Listed {
  readonly cli: CliName
  readonly name: string
  readonly program: string | null // null: not found
  readonly threads: number // that use it
}

/** Whether a list of agents has it: of the many that speak ACP those that are here, or in use. */
export const isShown = ({ cli, program, threads }: Listed): boolean =>
  program !== null || threads > 0 || !isAcpAgent(cli)

/** Of those that are not shown; null: there are none. */
export function othersWords(runners: readonly Listed[]): string | null {
  const names = runners.filter((runner) => !isShown(runner)).map(({ name }) => name)
  return names.length === 0
    ? null
    : `Not found here, and understood as well: ${names.join(', ')}, and any other agent that speaks ACP.`
}
