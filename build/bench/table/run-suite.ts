import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../machine/machine.mjs'
import { reportTo, told, type Report } from './report.ts'

interface Ran {
  /** null: it came to no end. */
  readonly report: Report | null
  readonly seconds: number
  /** How its process ended. */
  readonly end: string
}

/** Runs a program of the benchmarks as its own process; what it prints is shown as it comes. */
export async function runSuite(file: string): Promise<Ran> {
  const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-bench-'))
  const target = path.join(folder, 'report.json')
  const began = performance.now()
  try {
    const child = spawn(process.execPath, [path.join(root, 'build/run-ts.mjs'), file], {
      cwd: root,
      env: { ...process.env, ...reportTo(target) },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    const end = signal === null ? `it ended with ${code}` : `it was ended by ${signal}`
    return { report: told(target), seconds: (performance.now() - began) / 1000, end }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is wrong with how it went, in one line. null: nothing. */
export function problemOf(name: string, { report, end }: Pick<Ran, 'report' | 'end'>): string | null {
  if (report === null) return `${name}: NO RESULT, ${end}`
  return report.bad.length === 0 ? null : `${name}: NOT AS IT SHOULD BE: ${report.bad.join('; ')}`
}
