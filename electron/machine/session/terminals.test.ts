import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { createHandOver } from './terminals.ts'

const root = mkdtempSync(path.join(tmpdir(), 'hand-over-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let serial = 0

/**
 * Terminals that write down what they were given; `broken` end at once with an error, as without a display.
 */
function machine(...terminals: (readonly [name: string, how: 'works' | 'broken'])[]) {
  const home = path.join(root, String(serial++))
  const bin = path.join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const repo = path.join(home, "it's a repo")
  mkdirSync(repo)
  for (const [name, how] of terminals) {
    const file = path.join(bin, name)
    writeFileSync(
      file,
      how === 'broken'
        ? '#!/bin/sh\nexit 1\n'
        : `#!/bin/sh\n{ pwd; printf '%s\\n' "$THREADBEAT_FINDING"; for a in "$@"; do printf '[%s]\\n' ` +
            `"$a"; done; } > "${home}/started"\n`,
    )
    chmodSync(file, 0o755)
  }
  const port = createHandOver(path.join(home, 'data'), 'linux', {
    PATH: bin,
    DISPLAY: ':9',
    HOME: home,
    SECRET_TOKEN: 'x',
  })
  return {
    port,
    repo,
    started: () =>
      existsSync(path.join(home, 'started')) ? readFileSync(path.join(home, 'started'), 'utf8') : null,
    data: path.join(home, 'data', 'hand-over'),
  }
}

describe('handing over', () => {
  it('writes the finding where nobody else reads it, anew each time, and forgets it after a week', async () => {
    const { port, data } = machine()
    expect(await port.write('alt_old', 'x')).toMatchObject({ ok: true })
    utimesSync(path.join(data, 'alt_old'), new Date(Date.now() - 8 * DAY), new Date(Date.now() - 8 * DAY))
    const written = await port.write('alt_1', 'first')
    expect(await port.write('alt_1', 'second')).toEqual(written)
    const [folder, file] = [path.join(data, 'alt_1'), path.join(data, 'alt_1', 'finding.md')]
    expect(written).toEqual({ ok: true, value: { folder, file } })
    expect([
      readFileSync(file, 'utf8'),
      statSync(file).mode & 0o777,
      statSync(folder).mode & 0o777,
      readdirSync(data),
    ]).toEqual(['second', 0o600, 0o700, ['alt_1']])
  })

  it(
    'found by review: has a folder for each finding, so that an agent that may read one reads no other ' +
      'repository’s',
    async () => {
      const { port } = machine()
      const folders = await Promise.all(['alt_1', 'alt_2'].map((name) => port.write(name, name)))
      expect(folders.map((f) => f.ok && readdirSync(f.value.folder))).toEqual([
        ['finding.md'],
        ['finding.md'],
      ])
      expect(new Set(folders.map((f) => f.ok && f.value.folder)).size).toBe(2)
    },
  )

  it('starts the terminal in the repository with each argument by itself, whatever stands in it', async () => {
    const { port, repo, started } = machine(['xterm', 'works'])
    const hostile = '$(touch /tmp/owned); `id` "quoted"\nnew line'
    expect(await port.open(repo, ['/bin/agent', '--', hostile], '/data/alt_1.md')).toEqual({
      ok: true,
      value: null,
    })
    expect(started()).toBe(`${repo}\n/data/alt_1.md\n[-e]\n[/bin/agent]\n[--]\n[${hostile}]\n`)
  })

  it('tries the next terminal where one does not open', async () => {
    const { port, repo, started } = machine(['x-terminal-emulator', 'broken'], ['konsole', 'works'])
    expect((await port.open(repo, ['agent'], '/f')).ok).toBe(true)
    expect(started()).toContain('[--workdir]')
  })

  it('found by review: answers where the system refuses before anything is started', async () => {
    const { port, repo } = machine(['xterm', 'works'])
    expect(await port.open(repo, ['agent', 'a\0b'], '/f')).toMatchObject({
      ok: false,
      error: { code: 'agent.spawn_failed' },
    })
  })

  it('says why when there is none', async () => {
    const { port, repo } = machine(['xterm', 'broken'])
    expect(await port.open(repo, ['agent'], '/f')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('No terminal could be opened') as string },
    })
    const bare = createHandOver(path.join(root, 'none'), 'linux', { PATH: '/usr/bin' })
    expect(await bare.open(repo, ['agent'], '/f')).toMatchObject({
      ok: false,
      error: { message: 'No terminal could be opened: there is no desktop to open one on.' },
    })
  })
})
