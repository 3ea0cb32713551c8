import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { esbuildOptions, presentEntries } from '../../build/bundle.mjs'
import { root as checkout } from '../../build/machine/machine.mjs'
import { shortText } from '../../shared/views/summary-names.ts'
import { COMMANDS } from './commands.ts'

/** The command as it is installed: the small entry with the rest beside it. */
const bundleDir = path.join(checkout, 'node_modules/.cache', 'entry-test', String(process.pid))
const bundle = path.join(bundleDir, 'cli.cjs')
const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'entry-test-')))
const dataDir = path.join(root, 'data')
const env = {
  ...process.env,
  HOME: root,
  THREADBEAT_DATA_DIR: dataDir,
  PATH: `${root}:${process.env['PATH']}`,
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}
const run = (program: string, args: readonly string[], own: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(program, [...args], { env: { ...env, ...own }, cwd: root }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  )
const cli = (...args: readonly string[]): Promise<Ended> => run(process.execPath, [bundle, ...args])

beforeAll(async () => {
  mkdirSync(bundleDir, { recursive: true })
  mkdirSync(dataDir, { mode: 0o700 })
  for (const entry of presentEntries().entries.filter((e) => /^cli/.test(e.to)))
    await build({ ...esbuildOptions(entry), outfile: path.join(bundleDir, entry.to), sourcemap: false })
  writeFileSync(path.join(root, 'threadbeat'), `#!/bin/sh\nexec '${process.execPath}' '${bundle}' "$@"\n`, {
    mode: 0o755,
  })
  writeFileSync(
    path.join(dataDir, 'threads.json'),
    JSON.stringify({
      threads: [
        { number: 2, name: 'api' },
        { number: 3, name: 'my web' },
        { number: 12, name: 'lab $(touch pwned)' },
      ],
    }),
  )
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  rmSync(bundleDir, { recursive: true, force: true })
})

describe('threadbeat status --short', () => {
  it('prints the line that the app wrote and ends with its code, whatever stands around it', async () => {
    writeFileSync(path.join(dataDir, 'status-short'), shortText('♥ 2!', 20, Date.now(), process.pid))
    const asked = [
      ['status', '--short'],
      ['--data-dir', dataDir, 'status', '--short'],
      [`--data-dir=${dataDir}`, '--no-color', '--short', 'status'],
    ]
    for (const args of asked) expect(await cli(...args)).toEqual({ code: 20, out: '♥ 2!\n', err: '' })
    writeFileSync(
      path.join(dataDir, 'status-short'),
      shortText('♥ 2!', 20, Date.now() - 181_000, process.pid),
    )
    expect(await cli('status', '--short')).toEqual({ code: 1, out: '♥ ?\n', err: '' })
    const { pid: dead } = spawnSync(process.execPath, ['-e', '0'])
    writeFileSync(path.join(dataDir, 'status-short'), shortText('♥ 2!', 20, Date.now(), dead))
    expect(await cli('status', '--short')).toEqual({ code: 1, out: '♥ ?\n', err: '' })
    for (const empty of [['--data-dir='], ['--data-dir', '']])
      expect(await cli(...empty, 'status', '--short')).toMatchObject({
        code: 2,
        err: expect.stringContaining('names no folder') as string,
      })
    expect(await cli('--data-dir', path.join(root, 'none'), 'status', '--short')).toEqual({
      code: 1,
      out: '♥ ?\n',
      err: '',
    })
    expect(existsSync(path.join(root, 'none'))).toBe(false)
  })
  it
    .runIf(process.platform === 'linux')
    .each([[{ HOME: '' }], [{ HOME: '.' }], [{ XDG_DATA_HOME: '.local/share' }]])(
    'reads no data folder of the current folder where a variable is %j',
    async (variables) => {
      const planted = path.join(root, '.local/share/threadbeat')
      mkdirSync(planted, { recursive: true })
      writeFileSync(path.join(planted, 'status-short'), shortText('♥ planted', 20, Date.now(), process.pid))
      const own = {
        HOME: userInfo().homedir,
        THREADBEAT_DATA_DIR: '',
        XDG_DATA_HOME: '',
        XDG_CONFIG_HOME: '',
        ...variables,
      }
      expect((await run(process.execPath, [bundle, 'status', '--short'], own)).out).not.toContain('planted')
      const given = ['--data-dir', '.local/share/threadbeat', 'status', '--short']
      expect((await run(process.execPath, [bundle, ...given], own)).out).toBe('♥ planted\n')
      const shown = await run(process.execPath, [bundle, 'service', 'show', '--json'], own)
      expect((JSON.parse(shown.out) as { file: string }).file).toBe(
        path.join(userInfo().homedir, '.config/systemd/user/threadbeat.service'),
      )
    },
  )
  it('leaves everything else to the whole command', async () => {
    expect((await cli('--version')).out).toMatch(/^\d+\.\d+|unknown/)
    expect(await cli('status', '--short', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--short') as string,
    })
    expect((await cli('status', '--help')).out).toContain('--short')
    expect(await cli('nonsense')).toMatchObject({
      code: 2,
      err: expect.stringContaining("unknown command 'nonsense'") as string,
    })
  })
})

describe('threadbeat completion', { timeout: 60_000 }, () => {
  /** What bash would offer for the words, the last of which is being typed. */
  async function offered(...words: string[]): Promise<readonly string[]> {
    const script = path.join(root, 'completion.bash')
    if (!existsSync(script)) writeFileSync(script, (await cli('completion', 'bash')).out)
    const quoted = words.map((w) => `'${w}'`).join(' ')
    const { out, err } = await run('bash', [
      '--norc',
      '-c',
      `source '${script}'; COMP_WORDS=(threadbeat ${quoted}); COMP_CWORD=${words.length}; ` +
        `_threadbeat; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ])
    expect(err).toBe('')
    return out.split('\n').filter(Boolean)
  }

  it('offers commands, options, choices, threads and files in bash', async () => {
    expect(await offered('stat')).toEqual(['status'])
    expect(await offered('')).toEqual(expect.arrayContaining(['add', 'beat', 'export', 'completion']))
    expect(await offered('status', '--s')).toEqual(['--short'])
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await offered('status', '')).toEqual(['2', '3', '12'])
    expect(await offered('status', '1')).toEqual(['12'])
    expect(await offered('status', 'my')).toEqual(['my\\ web'])
    expect(await offered('status', 'lab')).toEqual(['lab\\ \\$\\(touch\\ pwned\\)'])
    expect(await offered('remove', '-y', '')).toEqual(['2', '3', '12'])
    expect(await offered('remove', '2', '')).toEqual([])
    expect(await offered('--data-dir', dataDir, 'stat')).toEqual(['status'])
    expect(await offered('export', 'completion')).toEqual(['completion.bash'])
    expect(await offered('--data-dir', 'dat')).toEqual(['data'])
    expect(existsSync(path.join(root, 'pwned'))).toBe(false)
  })
  it('knows every command that the help knows, which shows them as the table has them', async () => {
    const { out } = await cli('--help')
    const groups = out.slice(out.indexOf(COMMANDS[0]!.title))
    const commands = [...groups.matchAll(/^ {2}([a-z-]+)/gm)].map((m) => m[1]!)
    expect(commands).toEqual([...COMMANDS.flatMap((g) => Object.keys(g.commands)), 'help'])
    expect([...groups.matchAll(/^\w.*:$/gm)].map((m) => m[0])).toEqual(COMMANDS.map((g) => g.title))
    expect([...(await offered(''))].sort()).toEqual(commands.sort())
  })
  it('is a script that each shell at hand can read', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = path.join(root, `parsed.${shell}`)
      writeFileSync(script, (await cli('completion', shell)).out)
      if (existsSync(`/usr/bin/${shell}`) || existsSync(`/bin/${shell}`)) execFileSync(shell, ['-n', script])
    }
    expect((await cli('completion', 'csh')).code).toBe(2)
  })
})
