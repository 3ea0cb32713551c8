import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createBacktester, type Bounds } from '../backtest.ts'
import { history, SIGNAL } from './history.ts'

const BOUNDS: Bounds = { headMs: 20_000, pastMs: 20_000 }
/** What has the same mark is ended with a run, also that of another test. */
export const markerOf = (): string => `test-${randomUUID()}`
export const mayRun = async (): Promise<boolean> => true
export const answerOf = (repoPath: string, command = 'make check', hidden: string[] = [], bounds = BOUNDS) =>
  createBacktester(hidden, bounds).run({ repoPath, command, marker: markerOf(), mayRun }, SIGNAL)
export const tried = async (...of: Parameters<typeof answerOf>) => {
  const answer = await answerOf(...of)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}
/** One commit in which `make check` runs this. */
export const making = (name: string, lines: string, more: Readonly<Record<string, string>> = {}): string =>
  history(name, 1, () => ({ Makefile: `check:\n${lines.replaceAll(/^/gm, '\t@')}\n`, ...more })).path
export const left = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`threadbeat-try-${process.pid}-`))
