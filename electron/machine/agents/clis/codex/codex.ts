import type { Cli } from '../../cli.ts'
import { reader } from './reader.ts'
import { start } from './start.ts'

/**
 * Codex, non-interactive: one JSON event a line. What the person allowed beyond the profile has no flag here.
 * What its sandbox and its rules refuse is told to the model only, not in the stream: it is read from the record
 * that Codex keeps of a session, which is therefore kept of each run, and deleted after those that are to leave
 * none.
 */
export const codex: Cli = {
  start,
  reader,
  forget: ({ keepSession, session }, sessionId) =>
    keepSession || session !== null ? null : ['delete', '--force', sessionId],
}
