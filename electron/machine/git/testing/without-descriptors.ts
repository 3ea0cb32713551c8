/** A process of its own: git is started while the system has no descriptor left, and again when it has. */
import { closeSync, openSync } from 'node:fs'
import { runGit } from '../git-process.ts'

const call = {
  folder: '/',
  environment: { PATH: process.env['PATH'] ?? '' },
  timeoutMs: 20_000,
  signal: undefined,
}
const taken: number[] = []
try {
  for (;;) taken.push(openSync('/dev/null', 'r'))
} catch {
  // EMFILE: all are taken
}
const results: boolean[] = []
for (const free of [0, 1, 2, 3]) {
  for (let i = 0; i < free; i++) closeSync(taken.pop()!)
  results.push((await runGit(['--version'], call)).ok)
}
for (const file of taken) closeSync(file)
results.push((await runGit(['--version'], call)).ok)
console.log(JSON.stringify(results))
