import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { testFolder } from '../../testing/folders.ts'
import { exchangedFiles, readCommand } from './approval-hash.ts'

const repo = join(testFolder(), 'repo')
const at = (name: string): string => join(repo, name)
beforeEach(() => {
  rmSync(repo, { recursive: true, force: true })
  for (const folder of ['scripts', 'evil']) {
    mkdirSync(at(folder), { recursive: true })
    writeFileSync(at(`${folder}/lint.sh`), folder)
  }
  writeFileSync(at('good.sh'), 'true')
  symlinkSync('good.sh', at('lint.sh'))
})

/** Names of the files of a command that these moves change, as they are seen at its end. */
async function seen(command: string, move: () => void): Promise<readonly string[]> {
  const read = async () => {
    const found = await readCommand(repo, `Run \`${command}\``)
    return typeof found === 'string' || found === null ? new Map<string, string | null>() : found.stamps
  }
  const before = await read()
  move()
  return exchangedFiles(before, await read())
}

function link(to: string): void {
  rmSync(at('lint.sh'))
  symlinkSync(to, at('lint.sh'))
}

it('found by an attack: a link that leads elsewhere and back is seen', async () => {
  const moved = await seen('sh lint.sh', () => {
    link('evil/lint.sh')
    link('good.sh')
  })
  expect(moved).toEqual(['lint.sh'])
})

it('found by an attack: a folder that is exchanged and put back is seen', async () => {
  const moved = await seen('sh scripts/lint.sh', () => {
    renameSync(at('scripts'), at('aside'))
    renameSync(at('evil'), at('scripts'))
    renameSync(at('scripts'), at('evil'))
    renameSync(at('aside'), at('scripts'))
  })
  expect(moved).toEqual(['scripts/lint.sh'])
})

it('entries that come and go beside a file are no exchange, also in a folder that was renamed before', async () => {
  renameSync(at('scripts'), at('aside'))
  renameSync(at('aside'), at('scripts'))
  for (let n = 0; n < 2; n++)
    expect(await seen('sh scripts/lint.sh', () => writeFileSync(at(`scripts/out-${n}.log`), 'x'))).toEqual([])
})

it('a file that a command only writes is none of its files', async () => {
  writeFileSync(at('out.txt'), 'x')
  for (const command of ['touch out.txt', 'unknown-tool --to out.txt', 'tee out.txt'])
    expect(await seen(command, () => writeFileSync(at('out.txt'), 'y'))).toEqual([])
})
