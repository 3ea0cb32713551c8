import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What electron-builder has worked out for the program that it would fetch and run (fpm). */
export interface Plan {
  readonly file: string // the package
  readonly scripts: Readonly<Record<'afterInstall' | 'afterRemove', string>> // files with their texts
  readonly files: readonly (readonly [from: string, to: string])[] // `from/` is what lies in a folder
  /** Throws where there is none. */
  readonly value: (name: `--${string}`) => string
}

/** Throws what is not understood, so that an option that comes with a newer builder is not lost. */
export function readFpmArguments(args: readonly string[]): Plan {
  const values = new Map<string, string>()
  const files: [from: string, to: string][] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (!word.startsWith('--')) {
      const cut = word.indexOf('=/')
      if (cut === -1) throw new Error(`What electron-builder wants with "${word}" is not known here.`)
      files.push([word.slice(0, cut), word.slice(cut + 1)])
      continue
    }
    if (!KNOWN.has(word)) throw new Error(`What electron-builder wants with ${word} is not known here.`)
    values.set(word, args[++at] ?? '')
  }
  const value = (name: string): string => {
    const found = values.get(name)
    if (found === undefined) throw new Error(`electron-builder gave no ${name}.`)
    return found
  }
  const scripts = { afterInstall: value('--after-install'), afterRemove: value('--after-remove') }
  return { file: value('--package'), scripts, files, value }
}

const KNOWN = new Set([
  '--architecture',
  '--after-install',
  '--after-remove',
  '--description',
  '--version',
  '--package',
  '--name',
  '--maintainer',
  '--vendor',
  '--url',
  '--category',
  '--deb-priority',
  '--rpm-summary',
  '--license',
])

/** Calls with a folder that holds what will be installed as below /; the folder around it goes afterwards. */
export function staged(plan: Plan, use: (stage: string, around: string) => void): void {
  const around = mkdtempSync(path.join(tmpdir(), 'threadbeat-package-'))
  const stage = path.join(around, 'stage')
  try {
    mkdirSync(stage)
    for (const [from, to] of plan.files) place(from, path.join(stage, to))
    openToAll(stage)
    use(stage, around)
  } finally {
    rmSync(around, { recursive: true, force: true })
  }
}

function place(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/** What a person's umask kept to itself is everybody's to read once it is installed. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name)
    const stat = lstatSync(file)
    if (stat.isSymbolicLink()) continue
    chmodSync(file, stat.isDirectory() || (stat.mode & 0o111) !== 0 ? 0o755 : 0o644)
  }
}
