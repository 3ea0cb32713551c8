import type { Cli } from '../../cli.ts'
import { start } from './start.ts'
import { reader } from './reader.ts'

/** GitHub Copilot CLI: one JSON event a line, tokens in a file of their own. */
export const copilot: Cli = { start, reader }
