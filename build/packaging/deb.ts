import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Configuration } from 'electron-builder'
import { readFpmArguments, staged, type Plan } from './fpm.ts'

/** What a package of Debian's says of itself, as far as electron-builder says it. */
export function debFields({ value }: Plan): Readonly<Record<string, string>> {
  const [synopsis = '', ...description] = value('--description').split('\n')
  return {
    Package: value('--name'),
    Version: value('--version'),
    Architecture: value('--architecture'),
    Maintainer: value('--maintainer'),
    Section: value('--category'),
    Priority: value('--deb-priority'),
    Homepage: value('--url'),
    Description: [synopsis, ...description.map((line) => ` ${line.trim()}`)].join('\n'),
  }
}

/** → true: there is nothing left for electron-builder to do. */
export function makeDeb(args: readonly string[], config: Configuration): Promise<boolean> {
  const plan = readFpmArguments(args)
  staged(plan, (stage) => {
    const installed = kilobytesOf(stage)
    const control = path.join(stage, 'DEBIAN')
    mkdirSync(control, { mode: 0o755 })
    chmodSync(control, 0o755)
    const needs = config.deb?.depends ?? []
    const about = path.join(control, 'control')
    writeFileSync(
      about,
      Object.entries({
        ...debFields(plan),
        Depends: [needs].flat().join(', '),
        'Installed-Size': installed,
      })
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    )
    chmodSync(about, 0o644)
    for (const [name, from] of [
      ['postinst', plan.scripts.afterInstall],
      ['postrm', plan.scripts.afterRemove],
    ] as const) {
      cpSync(from, path.join(control, name))
      chmodSync(path.join(control, name), 0o755)
    }
    const made = spawnSync('dpkg-deb', ['--build', '--root-owner-group', '-Zxz', '-z1', stage, plan.file], {
      encoding: 'utf8',
    })
    if (made.status !== 0) throw new Error(`dpkg-deb: ${made.error?.message ?? made.stderr}`)
  })
  return Promise.resolve(true)
}

function kilobytesOf(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    bytes += lstatSync(path.join(folder, name)).size
  return Math.ceil(bytes / 1024)
}
