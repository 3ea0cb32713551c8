import type { Cause, TriedOutcome } from './tried.ts'

/** How a run of the command in a copy ended. */
export interface RunInCopy {
  readonly end: 'exited' | 'not_started' | 'timed_out'
  /** null: it was ended by a signal, or did not end. */
  readonly exitCode: number | null
  readonly output: string
}

/** What is known of the copy beside what ran in it. */
export interface CopyFacts {
  /** What HEAD showed, which is tried first; null: this is HEAD. */
  readonly headPassed: boolean | null
  /** What git keeps elsewhere is not in the copy; null: it is whole. */
  readonly lacks: 'submodules' | 'filtered' | null
}

interface Judged {
  readonly outcome: Extract<TriedOutcome, 'passed' | 'failed' | 'could_not'>
  readonly cause: Cause | null
}

/** Ends of programs that mean "no such program", "no right to start it"; from 128 on a signal ended it. */
const NOT_EXECUTABLE = 126
const NOT_FOUND = 127
const SIGNALS = 128

const READ_AT_MOST = 64 * 1024

const NETWORK =
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)\b|[Cc]ould not resolve (?:host|proxy)|Temporary failure in name resolution|Network is unreachable|Name or service not known|getaddrinfo/
const BY_SIGNAL = /^g?make\S{0,20}: \*\*\* [^\n]{0,300}\] (?:Killed|Terminated|Segmentation fault)/m
const READ_ONLY = /\bEROFS\b|[Rr]ead-only file system/
const NO_PROGRAM =
  /(?:command not found|: not found\b|[Nn]o such file or directory[^\n]{0,200}\n[^\n]{0,200}Error 127|\bError 127\b|is not recognized as)/
const NO_PACKAGES =
  /Cannot find (?:module|package) '[^.\n]|ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ModuleNotFoundError|No module named|could not find gem|Could not find gem|node_modules missing|[Rr]un (?:npm|pnpm|yarn|bun) (?:install|ci)\b|cannot find package "|no required module provides package/

/**
 * What a run says about its commit. A failure counts only where nothing else explains it: a program or packages that
 * this machine has not, a network that was cut off, a place that may not be written.
 */
export function judgeRun(run: RunInCopy, copy: CopyFacts): Judged {
  const { end, exitCode } = run
  if (end === 'timed_out') return couldNot('slow')
  if (end === 'not_started') return couldNot('start')
  if (exitCode === 0) return { outcome: 'passed', cause: null }
  const output = run.output.slice(-READ_AT_MOST)
  if (exitCode === null || exitCode > SIGNALS || BY_SIGNAL.test(output)) return couldNot('signal')
  if (exitCode === NOT_EXECUTABLE || exitCode === NOT_FOUND || NO_PROGRAM.test(output))
    return couldNot('program')
  if (NETWORK.test(output)) return couldNot('network')
  if (READ_ONLY.test(output)) return couldNot('writes')
  if (copy.headPassed !== true && NO_PACKAGES.test(output)) return couldNot('packages')
  if (copy.lacks !== null) return couldNot(copy.lacks)
  return { outcome: 'failed', cause: null }
}

const couldNot = (cause: Cause): Judged => ({ outcome: 'could_not', cause })
