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
