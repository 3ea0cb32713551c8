import path from 'node:path'
import { stripDeceptive } from '../../shared/base/hidden-text.ts'
import { readShort, SUMMARY } from '../../shared/views/summary-names.ts'
import { dataDirPath } from '../machine/disk/data-dir.ts'
import { readOwnTextSync } from '../machine/disk/regular-file.ts'
import { isRunning } from '../machine/disk/temporary.ts'
import { firstWords } from './first-words.ts'

interface QuickAnswer {
  readonly text: string
  readonly exitCode: number
}

/**
 * What a prompt asks each time it is drawn, and a shell at each press of Tab: answered from one small file,
 * before the rest of the command is loaded. null: anything else.
 */
export function quickAnswer(argv: readonly string[], now: number): QuickAnswer | null {
  const { dataDir, words } = firstWords(argv)
  if (dataDir === '') return null // which is refused
  if (words.length === 1 && words[0] === '__threads')
    return { text: threadLines(dataDirPath(dataDir ?? undefined)), exitCode: 0 }
  return words.length === 2 && words.includes('status') && words.includes('--short')
    ? shortStatus(dataDirPath(dataDir ?? undefined), now)
    : null
}

/** Exit code as of `status`; 1 with `♥ ?` when no app has written lately, or the one that did is gone. */
export function shortStatus(dataDir: string, now: number): QuickAnswer {
  const { line, exitCode } = readShort(contentOf(path.join(dataDir, SUMMARY.short)), now, isRunning)
  return { text: `${line}\n`, exitCode }
}

/** "number<Tab>name", one line for each thread. */
function threadLines(dataDir: string): string {
  try {
    const { threads } = JSON.parse(contentOf(path.join(dataDir, SUMMARY.threads)) ?? '{"threads":[]}') as {
      threads: { number: number; name: string }[]
    }
    // A name must not be able to end its line.
    return threads
      .map((t) => `${Number(t.number)}\t${stripDeceptive(String(t.name)).replace(/[\t\n\r]/g, '')}\n`)
      .join('')
  } catch {
    return ''
  }
}

function contentOf(file: string): string | null {
  try {
    return readOwnTextSync(file)
  } catch {
    return null
  }
}
