import { shownLine } from '../kit/text.ts'

/** After a change of a list that git tracks. */
export const trackedNote = (name: string): string =>
  `Git tracks HEARTBEAT.md of ${shownLine(name)}, so this is a change to commit.`
