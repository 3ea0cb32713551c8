import { normalize } from 'node:path'
import { expect, it } from 'vitest'
import { approvalRepository } from '../testing/approval-repository.ts'

const { put, request } = approvalRepository()
const scripts = (test: string): string => JSON.stringify({ name: 'a', scripts: { test } })
type Files = Readonly<Record<string, string>>

it.each<[string, Files, string]>([
  ['cd web && npm test', { 'web/package.json': scripts('true') }, 'web/.npmrc'],
  ['cd web/src && npm test', { 'web/package.json': scripts('true') }, 'web/.npmrc'],
  ['cd web/src && npm test', {}, 'web/package.json'],
  ['sh run.sh', { 'run.sh': 'npm test\n', 'package.json': scripts('true') }, '.npmrc'],
  ['sh run.sh', { 'run.sh': 'pnpm test\n', 'package.json': scripts('true') }, '.pnpmfile.cjs'],
  ['sh run.sh', { 'run.sh': '/usr/bin/yarn test\n', 'package.json': scripts('true') }, '.yarnrc.yml'],
  ['sh run.sh', { 'run.sh': 'cd web\nnpm test\n' }, 'web/node_modules/.bin/sh'],
  ['make test', { Makefile: 'test:\n\tnpm test\n', 'package.json': scripts('true') }, '.npmrc'],
  ['make test', { Makefile: 'test:\n\tcd web && npm test\n' }, 'web/.npmrc'],
  ['make -C web test', { 'web/Makefile': 'test:\n\tnpm test\n' }, 'web/.npmrc'],
  ['npm test', { 'package.json': scripts('cd web && npm test') }, 'web/.npmrc'],
  ['npm test', { 'package.json': scripts('npm --prefix web test') }, 'web/.npmrc'],
  ['npm --prefix web test', { 'web/.npmrc': 'script-shell=./sh.sh\n' }, 'web/sh.sh'],
  ['cd web && npm test', { 'web/.npmrc': 'script-shell=./sh.sh\n' }, 'web/sh.sh'],
])(
  'found by an attack: `%s` over %j asks again when %s comes, wherever npm is started',
  async (command, files, changed) => {
    put(files)
    const before = await request(command)
    put({ [changed]: changed.endsWith('.json') ? scripts('touch x') : 'script-shell=./evil.sh\n' })
    const after = await request(command)
    expect(after.hash).not.toBe(before.hash)
    expect(after.files.map(({ file }) => normalize(file))).toContain(changed)
  },
)

const ROOT = (test: string): Files => ({
  'package.json': JSON.stringify({ name: 'a', workspaces: ['pkgs/*'], scripts: { test } }),
  'pkgs/b/package.json': JSON.stringify({ name: 'b', scripts: { test: 'true', t: 'true' } }),
})
it.each<[string, Files]>([
  ['npm test', ROOT('npm run t --workspaces')],
  ['npm test', ROOT('npm run t \\\n  --workspace=b')],
  ['sh run.sh', { ...ROOT('true'), 'run.sh': 'npm test -w b\n' }],
  ['sh run.sh', { ...ROOT('true'), 'run.sh': 'yarn workspace b test\n' }],
  ['sh run.sh', { ...ROOT('true'), 'run.sh': 'npm_config_workspaces=true npm test\n' }],
  ['python3 run.py', { ...ROOT('true'), 'run.py': "subprocess.run(['npm', 'test', '--workspaces'])\n" }],
  ['make test', { ...ROOT('true'), Makefile: 'test:\n\tnpm test --workspaces\n' }],
  ['npm test', { ...ROOT('true'), '.npmrc': 'workspaces=true\n' }],
  ['npm test', { ...ROOT('true'), '.npmrc': 'workspace[] = b\n' }],
  ['make test', { ...ROOT('true'), '.npmrc': 'workspaces=true\n', Makefile: 'test:\n\tnpm test\n' }],
  [
    'make test',
    {
      Makefile: 'test:\n\tpnpm -r test\n',
      'pnpm-workspace.yaml': 'packages:\n  - "pkgs/*"\n',
      'pkgs/b/package.json': '{}',
    },
  ],
])(
  'found by an attack: `%s` over %j asks again when a package changes in which its npm works',
  async (command, files) => {
    put(files)
    const before = await request(command)
    put({ 'pkgs/b/package.json': JSON.stringify({ name: 'b', scripts: { test: 'touch x', t: 'touch x' } }) })
    const after = await request(command)
    expect(after.hash).not.toBe(before.hash)
    expect(after.files.map(({ file }) => file)).toContain('pkgs/b/package.json')
  },
)

it('packages of the repository do not ask again where npm works in the root alone', async () => {
  put({ ...ROOT('true'), 'run.sh': 'npm test\ngrep -r x .\nrm -r out\n' })
  const before = await request('sh run.sh')
  put({ 'pkgs/b/package.json': '{}' })
  expect((await request('sh run.sh')).hash).toBe(before.hash)
})

it('of a package in which npm works by the command itself the scripts count, not its version, and its own shell', async () => {
  put(ROOT('true'))
  const manifest = (version: string) => ({ 'pkgs/b/package.json': JSON.stringify({ name: 'b', version }) })
  put(manifest('1.0.0'))
  const before = await request('npm test -w b')
  put(manifest('1.0.1'))
  expect((await request('npm test -w b')).hash).toBe(before.hash)
  put({ 'pkgs/b/node_modules/.bin/sh': 'touch x\n' })
  expect((await request('npm test -w b')).hash).not.toBe(before.hash)
})
