import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What the stand-in answers; the shapes are those that gh prints with --json. */
export interface GhRecording {
  readonly signedIn: boolean
  readonly pullRequests?: readonly unknown[]
  readonly issues?: readonly unknown[]
  /** gh fails with this on stderr. */
  readonly fails?: string
}

/**
 * Not gh: a script under that name that replays recorded answers, put first on the PATH. Returns the end of
 * it.
 */
export function withGhStandIn(folder: string, recording: GhRecording): () => void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'prs.json'), JSON.stringify(recording.pullRequests ?? []))
  writeFileSync(join(folder, 'issues.json'), JSON.stringify(recording.issues ?? []))
  writeFileSync(
    join(folder, 'gh'),
    `#!/bin/sh
case "$1 $2" in
  "auth status") exit ${recording.signedIn ? 0 : 1} ;;
${recording.fails === undefined ? '' : `  *) echo "${recording.fails}" >&2; exit 1 ;;`}
  "pr list") cat '${join(folder, 'prs.json')}' ;;
  "issue list") cat '${join(folder, 'issues.json')}' ;;
  *) exit 2 ;;
esac
`,
  )
  chmodSync(join(folder, 'gh'), 0o755)
  const before = process.env['PATH'] ?? ''
  process.env['PATH'] = `${folder}${delimiter}${before}`
  return () => void (process.env['PATH'] = before)
}
