import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from 'commander'
import { commandsAndHost } from '../../../electron/cli/testing/host.ts'
import type { Context } from '../../../electron/cli/kit/context.ts'
import { programOf } from '../../../electron/cli/program.ts'
import { root } from '../../machine/machine.mjs'
import { jsonPage, printedJson, schemaOf, SETTINGS } from './page.ts'
import type { Shape } from './shape.ts'

const printed = printedJson()

/** Where the program that reads words takes --json. */
function takers(command: Command, above: string): readonly string[] {
  const name = `${above} ${command.name()}`.trim()
  const own = command.options.some(({ long }) => long === '--json') ? [name] : []
  return [...own, ...command.commands.flatMap((child) => takers(child, name))]
}

const isNull = ({ type }: Shape): boolean => type === 'null'

/** Fields that may be null and do not say what that means. */
function unsaid(shape: Shape, name: string): readonly string[] {
  const fields = Object.entries(shape.properties ?? {}).flatMap(([key, field]) => [
    ...((field.anyOf ?? [field]).some(isNull) && !/\bnull\b/i.test(field.description ?? '')
      ? [`${name}.${key}`]
      : []),
    ...unsaid(field, `${name}.${key}`),
  ])
  return [...fields, ...[shape.items ?? [], shape.anyOf ?? []].flat().flatMap((inner) => unsaid(inner, name))]
}

describe('docs/json.md', () => {
  it('is what the types of the code say (npm run docs)', () => {
    expect(readFileSync(path.join(root, 'docs/json.md'), 'utf8')).toBe(jsonPage(printed))
  })

  it('has every command that takes --json, and each prints something', () => {
    const all = programOf({} as Context).commands.flatMap((command) => takers(command, ''))
    expect(printed.commands.map(({ name }) => name)).toEqual([...all].sort())
    expect(printed.commands.filter(({ values }) => values.length === 0)).toEqual([])
  })

  it('says of every field that may be null what that means', () => {
    const { [SETTINGS]: _, ...definitions } = printed.shapes.definitions
    const all = [
      ...Object.entries(definitions).flatMap(([name, shape]) => unsaid(shape, name)),
      ...printed.commands.flatMap(({ name, shape }) => unsaid(shape, name)),
    ]
    expect(all).toEqual([])
  })

  it('says the further exit codes of those commands that end with how bad it is', () => {
    const further = printed.commands.filter(({ exitCodes }) => exitCodes.length > 0)
    expect(further.map(({ name, exitCodes }) => [name, exitCodes])).toEqual(
      ['again', 'beat', 'send', 'status'].map((name) => [name, [10, 20, 30, 40]]),
    )
  })
})

/** What is wrong in what a command printed, beside its documented shape; empty: nothing. */
function wrongIn(name: string, value: unknown): readonly string[] {
  const schema = schemaOf(printed, name)
  if (schema === null) return [`${name} is not documented`]
  const ajv = new Ajv({ strict: false, allErrors: true })
  const isAsSaid = ajv.compile(schema)
  if (isAsSaid(value)) return []
  return (isAsSaid.errors ?? []).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
}

describe('what real commands print with --json', () => {
  const fleet = commandsAndHost('tb-json')
  const { cli, json, repos } = fleet
  const done = async (...words: readonly string[]): Promise<void> =>
    expect(await cli(...words)).toMatchObject({ code: 0 })
  beforeAll(async () => {
    await fleet.withFleet()
    writeFileSync(path.join(repos, 'lab', 'bench.sh'), '#!/bin/sh\necho 12.5\n', { mode: 0o755 })
    await done('metric', 'set', 'lab', './bench.sh', '--name', 'speed', '--better', 'lower', '--yes')
    await done('job', 'add', 'api', 'nightly', '--cron', '0 3 * * *', '--event', 'night', '--yes')
    await done('job', 'run', 'nightly')
    await done('note', 'add', 'A note', '--thread', 'api')
    await done('set', 'active-hours', '09:00-18:00', '--thread', 'web')
    await done('pause', 'web', '--for', '2h')
    await done('webhook', 'add', 'own', '--url', 'http://127.0.0.1:9/x', '--off', '--yes')
    await done('send', 'lab', 'hello', '--wait')
    await done('event', 'lab', 'deploy finished')
  })
  afterAll(() => fleet.gone())

  const CASES: readonly (readonly [name: string, ...args: string[]])[] = [
    ['status'],
    ['status', 'web'],
    ['list'],
    ['flags'],
    ['lint'],
    ['next'],
    ['why', 'api'],
    ['dry-run', 'api'],
    ['dry-run', 'lab'],
    ['log'],
    ['inbox'],
    ['ack'],
    ['queue list'],
    ['job list'],
    ['job show', 'nightly'],
    ['job runs', 'nightly'],
    ['agents'],
    ['approve', 'api'],
    ['permissions', 'lab'],
    ['spend'],
    ['pages list', 'lab'],
    ['pages search', 'hello'],
    ['suggest list'],
    ['suggest lines'],
    ['suggest rules'],
    ['suggest who'],
    ['suggest log'],
    ['suggest add', 'Run `git status`', '--tier', 'daily', '--all'],
    ['note list'],
    ['set'],
    ['set', 'max-runs'],
    ['set', 'quiet-hours'],
    ['set', '--thread', 'web'],
    ['set', '--thread', 'lab'],
    ['doctor'],
    ['timeline', 'lab'],
    ['talk', 'lab'],
    ['session', 'lab'],
    ['send', 'lab', 'hello again'],
    ['beat', 'api'],
    ['beat', 'lab'],
    ['event', 'api', 'something'],
    ['webhook list'],
    ['webhook incoming'],
    ['metric'],
    ['attempts', 'lab'],
    ['heartbeat', 'lab'],
    ['dead-ends claim', 'lab', 'Caching does not help'],
    ['dead-ends', 'lab'],
    ['hooks show', 'api'],
    ['service show'],
    ['master'],
  ]
  it.each(CASES.map((words) => [words.join(' '), words] as const))('%s', async (_, [name, ...args]) => {
    const { out, err, code } = await cli(...name.split(' '), ...args, '--json')
    expect([0, 1, 10, 20, 30, 40], err).toContain(code)
    expect(wrongIn(name, JSON.parse(out))).toEqual([])
  })

  it('run, of beats with local checks and with an agent, and of a message', async () => {
    const runs = await json<readonly { run: string; kind: string }[]>('log')
    expect(new Set(runs.map(({ kind }) => kind)).size).toBeGreaterThan(1)
    for (const { run } of runs) expect(wrongIn('run', await json('run', run))).toEqual([])
  })

  it('and event, where no app is there to take it', async () => {
    const alone = commandsAndHost('tb-json-alone')
    await alone.withRepositories()
    const kept = await alone.json('event', path.join(repos, 'api'), 'something')
    await alone.gone()
    expect(kept).toMatchObject({ state: 'kept' })
    expect(wrongIn('event', kept)).toEqual([])
  })

  it('attempts, of which there are some', async () => {
    const { attempts } = await json<{ attempts: readonly { score: number }[] }>('attempts', 'lab')
    expect(attempts.map(({ score }) => score)).toContain(12.5)
  })

  it('and a field too many, one too few, or one of another type is noticed', async () => {
    const [thread] = await json<readonly Record<string, unknown>[]>('list')
    const { name: _, ...nameless } = thread ?? {}
    for (const wrong of [
      { ...thread, more: 1 },
      nameless,
      { ...thread, lateMs: 'late' },
      { ...thread, state: 'odd' },
    ])
      expect(wrongIn('list', [wrong])).not.toEqual([])
    expect(wrongIn('list', [thread])).toEqual([])
  })
})
