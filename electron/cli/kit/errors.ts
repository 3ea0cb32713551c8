/** Ends the command with a sentence. 1: it could not be done; 2: it was asked for in the wrong way. */
export class CliError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
export const usageError = (message: string): CliError => new CliError(message, 2)

/** The contract's code of an error that a call answered with. */
export const isConflict = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === 'CONFLICT'

interface Issue {
  readonly path?: readonly PropertyKey[]
  readonly message: string
}

/** What went wrong, in words; also for what the contract's schema refused. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, data } = error as {
    code?: unknown
    syscall?: unknown
    data?: { issues?: readonly Issue[] }
  }
  if (code === 'BAD_REQUEST' && Array.isArray(data?.issues)) {
    return data.issues
      .map(({ path, message }: Issue) => [path?.join('.'), message].filter(Boolean).join(': '))
      .join('; ')
  }
  // The last one: it took its socket away after it was found there.
  const isEnded = code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNREFUSED'
  if (isEnded || (code === 'ENOENT' && syscall === 'connect')) return 'The app ended during the call.'
  return error.message
}
