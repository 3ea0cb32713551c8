import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Configuration } from 'electron-builder'

/**
 * What electron-builder has worked out for the program that it would fetch and run (fpm), as far as a package of
 * Debian's needs it. Throws what is not understood, so that an option that comes with a newer builder is not lost.
 */
export function readFpmArguments(args: readonly string[]): DebPlan {
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
  const [synopsis = '', ...description] = value('--description').split('\n')
  return {
    file: value('--package'),
    scripts: { postinst: value('--after-install'), postrm: value('--after-remove') },
    files,
    fields: {
      Package: value('--name'),
      Version: value('--version'),
      Architecture: value('--architecture'),
      Maintainer: value('--maintainer'),
      Section: value('--category'),
      Priority: value('--deb-priority'),
      Homepage: value('--url'),
      Description: [synopsis, ...description.map((line) => ` ${line.trim()}`)].join('\n'),
    },
  }
}

interface DebPlan {
  readonly file: string // the package
  readonly scripts: Readonly<Record<'postinst' | 'postrm', string>> // files with their texts
  readonly files: readonly (readonly [from: string, to: string])[] // `from/` is what lies in a folder
  readonly fields: Readonly<Record<string, string>>
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
  '--license',
])

/** → true: there is nothing left for electron-builder to do. */
export function makeDeb(args: readonly string[], config: Configuration): Promise<boolean> {
  const plan = readFpmArguments(args)
  const stage = mkdtempSync(path.join(tmpdir(), 'threadbeat-deb-'))
  try {
    for (const [from, to] of plan.files) place(from, path.join(stage, to))
    const installed = kilobytesOf(stage)
    const control = path.join(stage, 'DEBIAN')
    mkdirSync(control, { mode: 0o755 })
    const needs = config.deb?.depends ?? []
    writeFileSync(
      path.join(control, 'control'),
      Object.entries({ ...plan.fields, Depends: [needs].flat().join(', '), 'Installed-Size': installed })
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    )
    for (const [name, from] of Object.entries(plan.scripts)) {
      cpSync(from, path.join(control, name))
      chmodSync(path.join(control, name), 0o755)
    }
    openToAll(stage)
    const made = spawnSync('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z1', stage, plan.file], {
      encoding: 'utf8',
    })
    if (made.status !== 0) throw new Error(`dpkg-deb: ${made.error?.message ?? made.stderr}`)
    return Promise.resolve(true)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

function place(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function kilobytesOf(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    bytes += lstatSync(path.join(folder, name)).size
  return Math.ceil(bytes / 1024)
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
