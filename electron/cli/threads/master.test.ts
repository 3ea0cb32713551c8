import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('master-test')
const { cli, json, dataDir } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

const withoutAgent = (number: number): string =>
  'Local checks compare the lists with its daily beat and name silent threads. Ideas beyond that take an agent: ' +
  `threadbeat set runner claude --thread ${number}\n`

it('chooses a thread, a folder of the app or none, and says which it is', async () => {
  expect((await cli('master')).out).toContain('No thread is the master.')
  expect(await json('master')).toBeNull()
  expect((await cli('master', 'web')).out).toBe(
    `3 web (also called 1) is the master now: ${fleet.repos}/web\n${withoutAgent(3)}`,
  )
  expect((await cli('list')).out).toMatch(/web \(master\)/)
  expect((await cli('status', '1')).out).toContain('web')
  expect((await cli('master', '--off')).out).toBe('No thread is the master.\n')
  const folder = path.join(dataDir, 'master')
  expect((await cli('master', '--folder')).out).toBe(
    `1 Master is the master now: ${folder}\n${withoutAgent(1)}`,
  )
  expect(existsSync(path.join(folder, '.git'))).toBe(true)
  expect((await cli('beat', '1', '--wait')).code).toBe(0)
  expect(existsSync(path.join(folder, 'HEARTBEAT.md'))).toBe(true)
  expect(await json('master')).toEqual({ number: 1, name: 'Master', path: folder, silent: [] })
  expect((await cli('master')).out).toMatch(
    /^1 Master is the master: .*\n3 of 3 threads had their daily beat in time\.\n$/,
  )
})

it('refuses what is no choice, and what would give number 1 to two', async () => {
  const ends = await Promise.all([
    cli('master', 'api', '--off'),
    cli('master', '--folder', '--off'),
    cli('master', '--off', '--json'),
    cli('master', 'nobody'),
    cli('master', 'api'),
  ])
  expect(ends.map(({ code }) => code)).toEqual([2, 2, 2, 1, 1])
  expect(ends[4]!.err).toContain('Thread 1 is "Master"')
  expect(await json('master')).toMatchObject({ number: 1 })
})
