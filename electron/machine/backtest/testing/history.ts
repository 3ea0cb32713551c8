import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { testFolder } from '../../agents/testing/folders.ts'

const folder = testFolder()
export const SIGNAL = new AbortController().signal

/** A repository with so many commits, oldest first, of which each has exactly these files; its working tree has the last. */
export function history(
  name: string,
  count: number,
  filesAt: (i: number) => Readonly<Record<string, string>>,
): { readonly path: string; readonly ids: readonly string[] } {
  const path = join(folder, name)
  mkdirSync(path)
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', ['-c', 'core.hooksPath=/dev/null', ...args], { cwd: path, encoding: 'utf8', input })
  git(['init', '-q', '-b', 'main'])
  const stream = Array.from({ length: count }, (_, i) => {
    const files = Object.entries(filesAt(i)).map(
      ([file, text]) => `M 100644 inline ${file}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    )
    const who = `a <a@example.invalid> ${1_700_000_000 + i * 3600} +0000`
    return `commit refs/heads/main\nmark :${i + 1}\ncommitter ${who}\ndata 1\nx\n${i > 0 ? `from :${i}\n` : ''}deleteall\n${files.join('')}\n`
  })
  git(['fast-import', '--quiet'], stream.join(''))
  git(['reset', '-q', '--hard', 'main'])
  return { path, ids: git(['rev-list', '--reverse', 'main']).trim().split('\n') }
}
