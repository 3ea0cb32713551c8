import type { Cli } from '../../cli.ts'
import { start } from './start.ts'
import { reader } from './reader.ts'

/** Claude Code in print mode: one JSON event a line. */
export const claude: Cli = { start, reader }
