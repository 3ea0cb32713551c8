import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY } from '../../../../shared/base/time.ts'
import { testFolder } from '../../agents/testing/folders.ts'
import { photograph } from '../../agents/testing/photograph.ts'
import { pastStates } from './past-states.ts'

const folder = testFolder()
const NOW = Date.parse('2026-11-20T12:00:00Z')

function repository(name: string) {
  const path = join(folder, name)
  mkdirSync(path)
  const git = (at: number, ...args: string[]) => {
    const date = `${Math.floor(at / 1000)} +0000`
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: path, env })
  }
  git(NOW, 'init', '-q')
  return {
    path,
    commit(at: number, files: Readonly<Record<string, string>>) {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(join(path, file, '..'), { recursive: true })
        writeFileSync(join(path, file), text)
      }
      git(at, 'add', '-A')
      git(at, 'commit', '-qm', 'x')
    },
  }
}

it('tells what a repository was at each time, from its commits alone', async () => {
  const { path, commit } = repository('grown')
  commit(NOW - 400 * DAY, { 'package.json': '{"scripts":{"test":"vitest run"}}', 'a.ts': '' })
  commit(NOW - 100 * DAY, {
    'package.json': '{"scripts":{"test":"vitest run","lint":"eslint ."},"devDependencies":{"eslint":"9"}}',
    'docs/ü b.md': '# x',
  })
  writeFileSync(join(path, 'package.json'), '{"scripts":{"typecheck":"tsc"}}') // not committed
  const before = photograph(path)
  const states = await pastStates(path, [NOW - 500 * DAY, NOW - 300 * DAY, NOW])
  expect(photograph(path)).toEqual(before)
  expect(states).toMatchObject({
    ok: true,
    value: [
      null,
      { checks: ['unit-test'], scripts: ['test'], files: ['a.ts', 'package.json'], active: 1 },
      { scripts: ['lint', 'test'], tools: ['eslint'], languages: { ts: 1, json: 1, md: 1 }, active: 1 },
    ],
  })
})

it('a repository without a commit was nothing, and files that are anything do no harm', async () => {
  const empty = repository('empty')
  expect(await pastStates(empty.path, [NOW])).toEqual({ ok: true, value: [null] })
  const odd = repository('odd')
  odd.commit(NOW - DAY, {
    'package.json': `{"__proto__":${'['.repeat(5000)}`,
    '.github/workflows/a.yml': 'on: &a [*a]\n\0\xff',
    Makefile: `${'x'.repeat(300_000)}:\n`,
  })
  expect(await pastStates(odd.path, [NOW])).toMatchObject({ ok: true, value: [{ scripts: [] }] })
  expect(await pastStates(join(folder, 'none'), [NOW])).toMatchObject({ ok: false })
})

it('found by an attacker: what is long, many or a link is not read, and takes no time in proportion', async () => {
  const big = repository('big')
  big.commit(NOW - DAY, {
    Makefile: `${`${'a'.repeat(999)}\n`.repeat(60)}lint:\n\techo\n`,
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `.github/workflows/${i}.yml`,
        `# ${i}\n${'x: go test\n'.repeat(3000)}`,
      ]),
    ),
  })
  symlinkSync('{"scripts":{"test":"vitest"}}', join(big.path, 'package.json'))
  big.commit(NOW, {})
  const states = await pastStates(big.path, [NOW])
  expect(states).toMatchObject({ ok: true, value: [{ scripts: ['lint'] }] })
})
