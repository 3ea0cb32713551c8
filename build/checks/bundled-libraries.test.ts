import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { esbuildOptions, presentEntries } from '../bundle.mjs'
import { SOURCES, isTest, read } from './sources.ts'

/** As `{ z }` all of zod is kept by the bundler, its 48 languages included: 560 kB that each command would read. */
it('leaves the languages of zod out of the bundles: it is imported as a namespace', () => {
  const users = SOURCES.filter((file) => !isTest(file) && / from 'zod'/.test(read(file)))
  expect(users.length).toBeGreaterThan(10)
  expect(users.filter((file) => !/^import (type )?\* as z from 'zod'$/m.test(read(file)))).toEqual([])
})

/** It checks what comes in from outside, which a command leaves to the app. */
it('leaves zod out of what each command reads: a third of it, and of its start', async () => {
  const entry = presentEntries().entries.find(({ to }) => to === 'cli-main.cjs')!
  const { metafile } = await build({ ...esbuildOptions(entry), write: false, metafile: true })
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  expect(bundled).toContain('electron/cli/commands.ts')
  expect(bundled.filter((file) => file.includes('node_modules/zod/'))).toEqual([])
})

it('leaves the drill out of what each command reads: it is read by `prove` alone', async () => {
  const entry = presentEntries().entries.find(({ to }) => to === 'cli-main.cjs')!
  const { metafile } = await build({ ...esbuildOptions(entry), write: false, metafile: true })
  const outputs = Object.values(metafile.outputs)
  const ofDrill = outputs.flatMap(({ inputs }) => Object.keys(inputs)).filter((f) => f.includes('/drill/'))
  expect(ofDrill).toEqual(['electron/cli/drill/prove.ts'])
  expect(outputs.flatMap(({ imports }) => imports.map(({ path }) => path))).toContain('./cli-drill.cjs')
  expect(presentEntries().entries.map(({ to }) => to)).toContain('cli-drill.cjs')
})

it.each([
  ['ACP', 'agentclientprotocol', './acp-client.cjs'],
  ['MCP', 'modelcontextprotocol', './mcp-http.cjs'],
])('leaves the library of %s out of what the app reads at its start', async (_name, library, bundle) => {
  const entry = presentEntries().entries.find(({ to }) => to === 'app.cjs')!
  const { metafile } = await build({ ...esbuildOptions(entry), write: false, metafile: true })
  const outputs = Object.values(metafile.outputs)
  expect(outputs.flatMap(({ inputs }) => Object.keys(inputs)).filter((f) => f.includes(library))).toEqual([])
  expect(outputs.flatMap(({ imports }) => imports.map(({ path }) => path))).toContain(bundle)
})
