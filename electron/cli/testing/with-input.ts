import { execFile } from 'node:child_process'

interface Machine {
  readonly bundle: string
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
}

/** The real command over that data folder, with a text on its stdin. */
export const withInput = (
  { bundle, dataDir, env }: Machine,
  words: readonly string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [bundle, '--data-dir', dataDir, ...words],
      { env },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
    )
    child.stdin?.end(input)
  })
