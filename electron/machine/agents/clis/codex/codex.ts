import type { Cli } from '../../cli.ts'
import { reader } from './reader.ts'
import { start } from './start.ts'

/**
 * Codex, non-interactive: one JSON event a line. What the person allowed beyond the profile has no flag
 * here, and what its sandbox refuses is told to the model only, not in the stream: there are no refusals to
 * read.
 */
export const codex: Cli = { start, reader }
