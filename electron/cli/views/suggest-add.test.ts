import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('suggest-add-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

it('says thread by thread where a line can be had, and proposes it there after a yes', async () => {
  const list = path.join(fleet.repos, 'web', 'HEARTBEAT.md')
  const line = ['suggest', 'add', 'Run `git fsck`', '--tier', 'daily'] as const
  expect((await cli(...line)).err).toContain('Name threads with --to, or all with --all')
  expect((await cli('suggest', 'add', 'x', '--tier', 'weekly', '--all')).err).toContain('got "weekly"')
  const asked = await cli(...line, '--to', 'web', 'api')
  expect(asked).toMatchObject({
    code: 1,
    out: '2 api: can have it\n3 web: can have it\n',
    err: expect.stringContaining('Nothing was proposed.') as string,
  })
  expect(await json(...line, '--all', '--json')).toMatchObject([{ number: 2, why: null }, { number: 3 }, {}])
  expect((await cli('suggest', 'list')).out).not.toContain('git fsck')
  expect((await cli(...line, '--to', 'web', '--yes')).out).toBe(
    '3 web: can have it\nSuggestion 1 is proposed to 3 web: threadbeat suggest\n',
  )
  expect((await cli(...line, '--to', 'web', '--yes')).out).toBe(
    '3 web: not, for it is suggested to it already, as suggestion 1\n',
  )
  const { out } = await cli('suggest')
  expect(out).toMatch(/3 web: Run `git fsck` \(daily\), suggestion 1\n {2}you proposed it\n/)
  expect(readFileSync(list, 'utf8'), 'it is written nowhere').not.toContain('git fsck')
  expect((await cli('suggest', 'accept', 'web', '7')).err).toContain('no suggestion 7 is open for web')
  expect((await cli('suggest', 'accept', 'web', 'Run it')).err).toContain('"Run it" is no check')
  await cli('suggest', 'accept', 'web', '1')
  expect(readFileSync(list, 'utf8')).toContain('- [ ] Run `git fsck`')
})

it('shows the lines that lists have, to pick one', async () => {
  expect((await cli('suggest', 'lines')).out).toMatch(/^\d lists? +\w+ +\S/)
  expect(await json('suggest', 'lines', '--json')).toContainEqual({
    tier: 'daily',
    text: 'Run `git fsck`',
    lists: 1,
  })
})
