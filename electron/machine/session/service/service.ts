import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { asSentence, fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { readOwnTextSync } from '../../disk/regular-file.ts'
import { writeWholeFile } from '../../disk/whole-file.ts'
import type { ServiceWay } from './service-way.ts'

/** A program that ran to its end. `words`: why it did not do what it was asked to; empty: it did. */
type RunProgram = (argv: readonly string[]) => { readonly words: string }

interface ServiceState {
  /** Of what starts it. `ours`: as this copy writes it; `other`: Threadbeat wrote it for another; `foreign`: not ours. */
  readonly written: 'absent' | 'ours' | 'other' | 'foreign'
  /** It starts at login: what is written alone does not always. */
  readonly atLogin: boolean
  readonly runs: boolean
}

const OURS = 'Written by threadbeat service install.'

export function serviceState(way: ServiceWay, run: RunProgram = runProgram): ServiceState {
  if (way.kind === 'none') return { written: 'absent', atLogin: false, runs: false }
  const runs = run(way.asks).words === ''
  // of a task nothing more is asked
  if (way.kind === 'task') return { written: runs ? 'ours' : 'absent', atLogin: runs, runs }
  const state = written(way)
  const isOurs = state === 'ours' || state === 'other'
  return { written: state, atLogin: isOurs && (way.stands === null || run(way.stands).words === ''), runs }
}

/** Writes what starts it and starts it. What stands in its place and is not ours is left alone. */
export function installService(way: ServiceWay, run: RunProgram = runProgram): Result<null, Fault> {
  if (way.kind === 'none') return err(fault('file.write_failed', way.why))
  if (way.kind === 'file') {
    if (written(way) === 'foreign') return err(fault('file.conflict', leftAlone(way.file)))
    try {
      mkdirSync(path.dirname(way.file), { recursive: true })
      writeWholeFile(way.file, way.text, { mode: 0o644 })
    } catch (error) {
      return err(fault('file.write_failed', `${way.file} could not be written: ${messageOf(error)}`))
    }
  }
  return allOf(way.on, run, way.kind === 'file' ? ` What starts it is written: ${way.file}` : '')
}

/** Ends it and takes away what starts it; what people keep stays. */
export function removeService(way: ServiceWay, run: RunProgram = runProgram): Result<null, Fault> {
  if (way.kind === 'none') return err(fault('file.write_failed', way.why))
  if (way.kind === 'file' && written(way) === 'foreign')
    return err(fault('file.conflict', leftAlone(way.file)))
  const ended = allOf(way.off, run, way.kind === 'file' ? ` What starts it is taken away: ${way.file}` : '')
  if (way.kind === 'file') rmSync(way.file, { force: true })
  return ended
}

/** `also`: what is so all the same where one of them fails. */
function allOf(programs: readonly (readonly string[])[], run: RunProgram, also: string): Result<null, Fault> {
  for (const argv of programs) {
    const { words } = run(argv)
    if (words !== '')
      return err(fault('file.write_failed', `${asSentence(`${argv.join(' ')}: ${words}`)}${also}`))
  }
  return ok(null)
}

function written(way: Extract<ServiceWay, { kind: 'file' }>): ServiceState['written'] {
  try {
    if (!lstatSync(way.file).isFile()) return 'foreign'
    const text = readOwnTextSync(way.file)
    if (text === way.text) return 'ours'
    return text.includes(OURS) ? 'other' : 'foreign'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'foreign'
  }
}

const leftAlone = (file: string): string =>
  `${file} is not Threadbeat's; it is left alone. Move it away, or edit it yourself.`

/** Longer than a service takes to come up or to go. */
const WITHIN_MS = 60_000

const runProgram: RunProgram = ([program = '', ...args]) => {
  const { status, error, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: WITHIN_MS,
  })
  if (error !== undefined) return { words: messageOf(error) }
  return { words: status === 0 ? '' : stderr.trim() || `it ended with ${status}.` }
}
