import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { atATime } from '../../../../shared/base/at-a-time.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { DecisionsFile, DecisionsRead } from '../../../engine/ports/disk.ts'
import { codeOf } from '../answering/disk-reason.ts'
import { openRegularFile, readOwnText } from '../regular-file.ts'

const HEAD = `# Decisions about suggestions

Threadbeat adds a line for each decision and never changes one. The code at the end of a line is a SHA-256 over the code of the line before it and over this line, so that a change is noticed. Times are UTC.

`
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND
const END = ' -->'
const CODE_CHARS = 64

/** The lines of one file, each chained to the one before it. What stands there is never changed, only added to. */
export function createDecisionsFile(path: string): DecisionsFile {
  const inTurn = atATime(1)
  return {
    path,
    read: () => inTurn(() => reading(path)),
    append: (lines) =>
      inTurn(async () => {
        const before = await reading(path)
        if (!before.ok) return before
        return appending(path, lines, before.value)
      }),
  }
}

type Chain = DecisionsRead & { readonly last: string; readonly isWhole: boolean; readonly isEmpty: boolean }

async function reading(path: string): Promise<Result<Chain | null, string>> {
  try {
    return ok(chainOf(await readOwnText(path)))
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok(null) : err(`${path} cannot be read: ${messageOf(error)}`)
  }
}

async function appending(
  path: string,
  lines: readonly string[],
  before: Chain | null,
): Promise<Result<null, string>> {
  let code = before?.last ?? ''
  const chained = lines.map((line) => {
    code = hashOf(code, line)
    return `${line} <!-- ${code}${END}\n`
  })
  const start = before === null || before.isEmpty ? HEAD : afterWhole(before)
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await openRegularFile(path, APPEND, { links: 'refuse' })
    try {
      await file.chmod(0o600)
      await file.writeFile(start + chained.join(''))
      await file.sync()
    } finally {
      await file.close()
    }
    return ok(null)
  } catch (error) {
    return err(`${path} cannot be written: ${messageOf(error)}`)
  }
}

const hashOf = (before: string, line: string): string =>
  createHash('sha256').update(`${before}\n${line}`).digest('hex')

/** What a full disk cut off stays as it is, on a line of its own. */
const afterWhole = ({ isWhole }: Chain): string => (isWhole ? '' : '\n')

/** Where the chain breaks, what follows is still read, but apart: it may be anybody's. */
function chainOf(text: string): Chain {
  const lines: string[] = []
  const rest: string[] = []
  let last = ''
  let problem: string | null = null
  let isHead = true
  for (const [index, whole] of text.split('\n').entries()) {
    isHead &&= !whole.startsWith('- ')
    if (isHead || whole === '') continue
    const found = whole.startsWith('- ') ? partsOf(whole) : null
    if (found === null) {
      problem ??= `line ${index + 1} has no code at its end: it was changed, or was not written whole`
      continue
    }
    if (hashOf(last, found.line) === found.code) (problem === null ? lines : rest).push(found.line)
    else
      problem ??= `line ${index + 1} does not follow from the one before it: one of them was changed, or taken out`
    last = found.code
  }
  return { lines, rest, problem, last, isWhole: text.endsWith('\n'), isEmpty: text.trim() === '' }
}

function partsOf(whole: string): { readonly line: string; readonly code: string } | null {
  if (!whole.endsWith(END)) return null
  const at = whole.length - END.length - CODE_CHARS
  const code = whole.slice(at, at + CODE_CHARS)
  const opening = ' <!-- '
  if (!/^[0-9a-f]{64}$/.test(code) || whole.slice(at - opening.length, at) !== opening) return null
  return { line: whole.slice(0, at - opening.length), code }
}
