import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentConfigSchema } from '../../../shared/agents/agent-config.ts'
import { fault, FAULT_WORDS } from '../../../shared/base/faults.ts'
import { webhookTargetSchema } from '../../../shared/alerts/webhook.ts'
import type { Check } from '../../../shared/contract/app.ts'
import { scenario } from '../../engine/testing/scenario.ts'
import { checkOf, type DoctorFacts } from './doctor.ts'
import { reportText } from './report.ts'
import { loadDriver } from '../../store/connection/driver.ts'
import { openDatabase } from '../../store/connection/open.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-test-'))
beforeAll(() => {
  const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  opened.value.db.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function checksWith(more: Partial<DoctorFacts> = {}) {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  s.add('secret-project')
  const checks = await checkOf({
    dataDir,
    driver: loadDriver(),
    store: s.store,
    settings: { problem: null, bad: [], unknown: [] },
    engine: s.engine,
    hasShell: true,
    hasTray: true,
    autostart: { supported: true, on: true, text: 'By an entry.' },
    backups: { backups: [], problem: null },
    ...more,
  })
  return { checks, of: (name: string) => checks.find((c) => c.name === name) }
}

describe('the checks of an installation', { timeout: 30_000 }, () => {
  it('tell of what crashed lately', async () => {
    const folder = path.join(dataDir, 'shell/crashes/pending')
    expect((await checksWith()).of('Crashes')).toMatchObject({ state: 'ok' })
    mkdirSync(folder, { recursive: true })
    const [old, recent] = ['a.dmp', 'b.dmp'].map((name) => path.join(folder, name))
    writeFileSync(old!, '')
    utimesSync(old!, 1, 1)
    expect((await checksWith()).of('Crashes')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('1 dump in') as string,
    })
    writeFileSync(recent!, '')
    expect((await checksWith()).of('Crashes')).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('2 dumps in') as string,
    })
    rmSync(path.join(dataDir, 'shell'), { recursive: true })
  })

  it('look at everything a beat depends on, each with a state and what was seen', async () => {
    const { checks } = await checksWith()
    expect(checks.map((c) => c.name)).toEqual(
      expect.arrayContaining([
        'Agents',
        'git',
        'Repositories',
        'Clock',
        'Notifications',
        'Tray',
        'Start at login',
        'History',
        'Disk',
        'Scheduler',
      ]),
    )
    expect(checks.filter((c) => c.text === '' || (c.state === 'fail' && c.repair === null))).toEqual([])
  })
  it('say of notifications that none was tried since the start, until an alert was shown', async () => {
    const s = await scenario()
    const id = s.add('api')
    const said = async () => {
      const { of } = await checksWith({ store: s.store, engine: s.engine, hasShell: true })
      const { state, text } = of('Notifications')!
      return `${state}: ${text}`
    }
    expect(await said()).toMatch(/^off: No alert has tried them since the start/)
    s.store.alerts.raise(id, { key: 'ci', severity: 'warning', text: 'CI is red' }, s.clock.now())
    s.engine.settleBanners()
    await s.clock.settle()
    expect(await said()).toBe('ok: No failure seen.')
    s.notifierFault = fault('notify.unavailable', 'nobody answers')
    s.store.alerts.raise(id, { key: 'disk', severity: 'warning', text: 'Full' }, s.clock.now())
    s.engine.settleBanners()
    await s.clock.settle()
    expect(await said()).toBe('fail: nobody answers')
    expect(FAULT_WORDS['notify.unavailable'].repair).not.toContain('tray') // there may be none
  })
  it('name settings and files of a repository that do not count', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.configs.set('/api', 'no JSON')
    await s.sources.look(id)
    const { of } = await checksWith({
      store: s.store,
      settings: { problem: 'settings.json is no JSON', bad: [], unknown: [] },
    })
    expect(of('HEARTBEAT.json')).toMatchObject({
      state: 'warn',
      text: 'Not all of it counts. api: HEARTBEAT.json is not JSON; nothing of it counts.',
    })
    expect(of('Settings')).toMatchObject({
      state: 'fail',
      text: 'settings.json is no JSON. The last good settings count.',
    })
    const part = await checksWith({
      settings: { problem: null, bad: [{ key: 'maxRuns', text: 'at most 10' }], unknown: ['maxRun'] },
    })
    expect(part.of('Settings')).toMatchObject({
      state: 'warn',
      text: 'Not all of settings.json counts. maxRuns: at most 10; no setting is called maxRun.',
    })
    const why = await s.foresight.explain(s.store.threads.get(id)!)
    expect(why.undone).toContain('HEARTBEAT.json is not JSON; nothing of it counts.')
  })
  it('miss no agent where each thread that needs one names its program (found by hand)', async () => {
    const s = await scenario()
    const ids = [s.add('api'), s.add('docs')]
    const agents = async (at: number, program?: string): Promise<Check | undefined> => {
      s.store.threads.change(ids[at]!, {
        agent: agentConfigSchema.parse({ kind: 'cli', cli: 'claude', program }),
      })
      return (await checksWith({ store: s.store })).of('Agents')
    }
    expect(await agents(0, '/opt/claude/claude')).toMatchObject({
      state: 'ok',
      text: 'None was found by itself; 1 thread names a program.',
    })
    expect(await agents(1)).toMatchObject({
      state: 'fail',
      text: 'No agent was found, and 1 thread needs one.',
    })
  })
  it('say what is wrong and how it is mended', async () => {
    const { of } = await checksWith({ hasTray: false })
    expect(of('Repositories')).toMatchObject({
      state: 'fail',
      repair: expect.stringContaining('locate') as string,
    })
    expect(of('Tray')).toMatchObject({ state: 'warn' })
    expect(of('Backups')).toMatchObject({ state: 'warn' })
    const damaged = mkdtempSync(path.join(tmpdir(), 'doctor-damaged-'))
    writeFileSync(path.join(damaged, 'threadbeat.db'), 'no database at all')
    expect((await checksWith({ dataDir: damaged })).of('History')).toMatchObject({
      state: 'fail',
      repair: expect.stringContaining('backup') as string,
    })
    rmSync(damaged, { recursive: true })
  })
  it.each([
    [{ state: 'absent', found: null }, 'off', /Integrations installs it/],
    [{ state: 'none', file: null }, 'off', null],
    [{}, 'ok', null],
    [{ found: '/usr/bin/threadbeat' }, 'warn', /whole path/],
    [
      { addToPath: { line: 'export PATH=…', file: '~/.bashrc' } },
      'warn',
      /^Add to ~\/\.bashrc: export PATH=…$/,
    ],
    [{ state: 'other' }, 'warn', /in its place/],
    [{ state: 'foreign' }, 'warn', /Move it away/],
  ] as const)('tell of the command line %j', async (more, state, repair) => {
    const file = '/home/ada/.local/bin/threadbeat'
    const usual = {
      state: 'ours',
      file,
      command: [file],
      found: file,
      text: 'seen',
      addToPath: null,
    } as const
    const { of } = await checksWith({ launcher: { state: async () => ({ ...usual, ...more }) } })
    expect(of('Command line')).toMatchObject({
      state,
      text: 'seen',
      repair: repair === null ? null : (expect.stringMatching(repair) as string),
    })
  })
  it('tell of a webhook that did not take what was sent', async () => {
    const s = await scenario()
    const of = async (): Promise<Check | undefined> => (await checksWith({ store: s.store })).of('Webhooks')
    expect(await of()).toMatchObject({ state: 'off' })
    const target = webhookTargetSchema.parse({
      id: 'w1',
      name: 'Team',
      kind: 'json',
      url: 'https://example.org/hook',
      secret: null,
      chat: null,
      on: ['alert'],
      enabled: true,
    })
    s.store.webhooks.save(target)
    expect(await of()).toMatchObject({ state: 'ok' })
    s.store.webhooks.note('w1', { at: 1, ok: false, text: '500' })
    expect(await of()).toMatchObject({
      state: 'warn',
      text: '1 of 1 webhook did not take what was last sent.',
    })
  })
  it('found by review: look at the pages of the history elsewhere than in the app’s own thread', async () => {
    const opened: string[] = []
    const driver = loadDriver()
    const { of } = await checksWith({
      driver: { ...driver, open: (file, options) => (opened.push(file), driver.open(file, options)) },
    })
    expect([of('History')?.state, opened]).toEqual(['ok', []])
  })
  it('become a report without names of repositories, secrets, or the home folder', async () => {
    const { checks } = await checksWith()
    const text = reportText({
      appVersion: '0.1.0',
      dataDir: path.join(homedir(), '.local/share/threadbeat'),
      checks: [
        ...checks,
        { name: 'Agents', state: 'fail', text: 'Bearer abcdefghijklmnop was refused.', repair: null },
        {
          name: 'Command line',
          state: 'warn',
          text: '/x/bin/threadbeat is a link to /x/my-customer-repository/cli that Threadbeat did not put there',
          repair: null,
        },
      ],
      settings: {
        values: { theme: 'dark', views: [{ name: 'my customer', query: '' }], maxRuns: 'my password' },
        problem: null,
        bad: [{ key: 'maxRuns', text: 'at most 10' }],
        unknown: ['my own key'],
      },
      threads: [{ number: 1, state: 'quiet', agent: { kind: 'local' } }],
    })
    for (const c of checks) expect(text).toContain(c.name)
    const secrets = ['secret-project', homedir(), 'abcdefghijklmnop', 'my customer']
    for (const secret of [...secrets, 'my-customer', 'my password', 'my own key'])
      expect(text).not.toContain(secret)
    expect(text).toContain('maxRuns: ')
    expect(text).toMatch(/^Settings that are not built in: theme="dark"$/m)
    expect(text).toContain('Threads: 1 (1 quiet)')
  })
})
