import { exactLine } from '../base/hidden-text.ts'

export const AUTHORITY_KINDS = ['agent', 'job', 'approval', 'permission', 'prompt', 'webhook'] as const

/** Something of an archive or a backup that is executed, or allows or sends something. */
export interface Authority {
  readonly kind: (typeof AUTHORITY_KINDS)[number]
  readonly threadId: string | null // null: of the fleet
  readonly thread: string | null // its number and name, "2 api"
  readonly what: string // the runner, or the name of the job or webhook
  readonly argv: readonly string[] | null // null: it has no argument list of its own
  readonly text: string | null // a prompt, a command as written, a rule, an address; null: none
  readonly env: readonly string[] // names of environment variables, never values
  readonly notes: readonly string[] // "not trusted", "paused", "messages: full"
}

const WORD: Record<Authority['kind'], string> = {
  agent: 'agent',
  job: 'job',
  approval: 'approved command',
  permission: 'permission',
  prompt: 'asks its agent',
  webhook: 'webhook',
}

/** All of it on one line, with hidden characters as their codes. */
export function authorityLine({ kind, thread, what, argv, text, env, notes }: Authority): string {
  const parts = [
    ...(argv === null ? [] : [JSON.stringify(argv)]),
    ...(text === null ? [] : [JSON.stringify(text)]),
    ...(env.length === 0 ? [] : [`environment ${env.join(', ')}`]),
    ...notes,
  ]
  const head = `${thread === null ? '' : `${thread}, `}${WORD[kind]} ${what}`.trimEnd()
  return exactLine(parts.length === 0 ? head : `${head}: ${parts.join('; ')}`)
}

/** What an archive brings that is executed or allowed, as a person confirms it. */
export interface ArchiveAuthority {
  /** This data folder signed the archive. Where it did not, all threads come without trust, jobs paused. */
  readonly signed: boolean
  readonly brings: readonly Authority[]
  readonly notTaken: readonly string[] // "3 approvals not taken over"
  readonly hash: string // of the archive and this list; a call that carries it out names it
}

/** What a backup executes or allows otherwise than the history that is there. */
export interface BackupAuthority {
  readonly differs: readonly Authority[]
  readonly hash: string // of the backup and this list
}

export const SIGNED_WORDS =
  'This data folder wrote the archive: trust, approvals and permissions come with it.'
export const NOT_SIGNED_WORDS =
  'This data folder did not write the archive: every thread comes without trust, and jobs are paused.'
