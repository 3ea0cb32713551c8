import { describe, expect, it } from 'vitest'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { authorityLine } from '../../../shared/contract/authority.ts'
import { randomId } from '../../machine/clock/ids.ts'
import type { Database } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { createStore } from '../store.ts'
import { settingsInMemory } from '../testing/settings-in-memory.ts'
import { BUILT_IN_PROMPTS } from '../../../shared/attempts/built-in-prompts.ts'
import { newMetric } from '../../../shared/attempts/metric.ts'
import { authorityOf } from './authority.ts'
import { withoutAuthority } from './stranger.ts'

const ID = 'thr_1' as ThreadId

function history() {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  store.threads.add({
    id: ID,
    name: 'api',
    repoPath: '/api',
    intervalMs: 8 * MINUTE,
    trustedAt: 1,
    createdAt: 1,
  })
  return { db: opened.value.db, store }
}
const setAgent = (db: Database, agent: string): void =>
  void db.prepare('UPDATE threads SET agent = ?').run(agent)
function addJob(db: Database, id: string, action: object, pause: string | null = null): void {
  const spec = { name: id, schedule: { kind: 'cron', expr: '0 3 * * *', timeZone: '' }, action }
  db.prepare(
    'INSERT INTO jobs (id, thread_id, spec, created_at, pause, next_due_at) VALUES (?, ?, ?, 1, ?, 5)',
  ).run(id, ID, JSON.stringify(spec), pause)
}
const lines = (db: Database): string[] => authorityOf(db).map(authorityLine)

describe('what a history executes and allows', () => {
  it('is listed whole: exact argument lists, names of variables and never a value, prompts, rules', () => {
    const { db, store } = history()
    setAgent(db, JSON.stringify({ kind: 'command', argv: ['/bin/a', 'two words'], env: { KEY: 'hunter2' } }))
    addJob(db, 'one', {
      kind: 'command',
      argv: ['rm', '-r', `/${'x'.repeat(3000)}`],
      env: { TOKEN: 'hunter2' },
    })
    addJob(db, 'two', { kind: 'agent', prompt: 'Look\naround' }, '{"by":"person","at":0}')
    addJob(db, 'zero', { kind: 'reflect' })
    db.prepare("INSERT INTO approvals VALUES (?, 'hash', 'npm test', '[]', 7)").run(ID)
    for (const [rule, decision] of ['a', 'b', 'c', 'd'].map((r, i) => [
      r,
      ['asked', 'once', 'always', 'never'][i]!,
    ]))
      db.prepare('INSERT INTO permissions VALUES (?, ?, ?, 1, ?, 7, null)').run(ID, rule!, 'label', decision!)
    store.attempts.saveMetric(newMetric(ID, { team: 'speed', command: null, direction: 'lower' }))
    const asks = [
      { name: 'reflect', prompt: BUILT_IN_PROMPTS.reflect },
      { name: 'mine', prompt: 'Say\nhello' },
    ]
    for (const owner of [`agent:${ID}`, 'team:speed', 'team:other'])
      db.prepare("INSERT INTO action_lists VALUES (?, ?, '[]', '')").run(owner, JSON.stringify(asks))
    db.prepare('INSERT INTO webhook_targets (id, target) VALUES (?, ?)').run(
      'w',
      JSON.stringify({
        id: 'w',
        name: 'ours',
        kind: 'json',
        url: 'https://h.example/hunter2',
        enabled: true,
      }),
    )
    expect(lines(db)).toEqual([
      '2 api, agent program: ["/bin/a","two words"]; environment KEY; in "/api"; trusted',
      `2 api, job "one": ["rm","-r","/${'x'.repeat(3000)}"]; environment TOKEN; cron 0 3 * * *`,
      '2 api, job "two": "Look\\naround"; cron 0 3 * * *; paused',
      '2 api, job "zero": "reflect"; cron 0 3 * * *',
      '2 api, approved command: "npm test"',
      '2 api, permission once: "b"',
      '2 api, permission always: "c"',
      '2 api, asks its agent "mine": "Say\\nhello"',
      '2 api, asks its agent "mine": "Say\\nhello"',
      'webhook "ours" (json): "https://h.example"',
    ])
  })

  it('names profiles, models and the program of a known agent, and checks that are off', () => {
    const { db } = history()
    setAgent(
      db,
      JSON.stringify({
        kind: 'cli',
        cli: 'claude',
        program: '/opt/evil',
        env: { ANTHROPIC_BASE_URL: 'x' },
        models: { quick: 'haiku' },
        profiles: { quick: 'full', message: 'tidy' },
        bypassUntil: 0,
      }),
    )
    expect(lines(db)).toEqual([
      '2 api, agent Claude Code: ["/opt/evil"]; environment ANTHROPIC_BASE_URL; quick: full on haiku; ' +
        'message: tidy; its own checks are off until 1970-01-01T00:00:00.000Z; in "/api"; trusted',
    ])
  })

  it('hides nothing: what a terminal obeys or does not show stands as its code', () => {
    const { db } = history()
    setAgent(db, JSON.stringify({ kind: 'command', argv: ['a\u202eb', '\u001b[2K\r', '\u200b'] }))
    db.exec("UPDATE threads SET name = 'x' || char(10) || char(27) || '[1Ay'")
    expect(lines(db)[0]).toBe(
      '2 x<U+000A><U+001B>[1Ay, agent program: ["a<U+202E>b","\\u001b[2K\\r","<U+200B>"]; in "/api"; trusted',
    )
  })

  it.each([
    [
      'an agent',
      (db: Database) => setAgent(db, '{"kind":"cli","cli":"claude","models":{"quick":"--yolo"}}'),
      /agent of 2 api/,
    ],
    ['a job', (db: Database) => addJob(db, 'job', { kind: 'command', argv: [] }), /job of 2 api/],
    [
      'a webhook',
      (db: Database) => db.exec("INSERT INTO webhook_targets VALUES ('w', 'x', null)"),
      /webhook/,
    ],
  ])('is refused where %s is not as the app writes it', (_, make, why) => {
    const { db } = history()
    make(db)
    expect(() => authorityOf(db)).toThrow(why)
  })
})

describe('a history that somebody else may have written', () => {
  it('keeps jobs paused, also where a pause only seems to be one', () => {
    const { db, store } = history()
    addJob(db, 'running', { kind: 'event', text: 'x' })
    addJob(db, 'seeming', { kind: 'command', argv: ['x'] }, 'null')
    addJob(db, 'failed', { kind: 'reflect' }, '{"by":"failures","at":3}')
    withoutAuthority(db)
    expect(
      ['running', 'seeming', 'failed']
        .map((id) => store.jobs.get(id as JobId))
        .map((j) => [j?.pause?.by, j?.nextDueAt]),
    ).toEqual([
      ['person', null],
      ['person', null],
      ['failures', null],
    ])
  })

  it('has the checks of its agents on, and its webhooks off, also where a name stands twice', () => {
    const { db, store } = history()
    setAgent(db, '{"kind":"cli","cli":"claude","bypassUntil":null,"bypassUntil":99999999999999}')
    db.exec(`INSERT INTO webhook_targets VALUES ('w', '{"name":"w","enabled":false,"enabled":true}', null)`)
    expect(withoutAuthority(db)).toEqual(['trust of 1 thread not taken over', '1 webhook switched off'])
    expect(store.threads.get(ID)?.agent).toMatchObject({ kind: 'cli', bypassUntil: null })
    expect(JSON.parse(String(db.prepare('SELECT target FROM webhook_targets').get()!['target']))).toEqual({
      name: 'w',
      enabled: false,
    })
  })

  it('brings nothing that waits, no session, no token, and no word of a person', () => {
    const { db } = history()
    addJob(db, 'job', { kind: 'command', argv: ['x'] })
    db.exec(`INSERT INTO queue_items (id, thread_id, kind, class, reasons, job_id, text, enqueued_at, not_before) VALUES
        ('itm_1', 'thr_1', 'message', 'message', '[]', null, 'rm -r /', 1, 99999999999999),
        ('itm_2', 'thr_1', 'job', 'urgent', '["person"]', 'job', null, 1, 1),
        ('itm_3', 'thr_1', 'heartbeat', 'urgent', '["person"]', null, null, 1, 1);
      INSERT INTO job_runs (job_id, due_at, attempt, state, item_id) VALUES ('job', 1, 1, 'waiting', 'itm_2');
      INSERT INTO slots (thread_id, due_at, fate, item_id) VALUES ('thr_1', 1, 'queued', 'itm_3');
      INSERT INTO sessions (thread_id, runner, session_id, last_activity_at) VALUES ('thr_1', 'claude', '--yolo', 1);
      INSERT INTO events (id, thread_id, source, ambient, text, trusted, at, last_at, state)
        VALUES ('evt_1', 'thr_1', 'person', 0, 'push it', 1, 1, 1, 'waiting');
      UPDATE threads SET config = '{"model":"--yolo"}';
      INSERT INTO meta VALUES ('webhook_token', 'known')`)
    expect(withoutAuthority(db)).toEqual([
      'trust of 1 thread not taken over',
      '1 session not taken over',
      '1 waiting message not taken over',
      '1 waiting start of a job not taken over',
      'the token of the local webhook not taken over',
    ])
    const all = (query: string): unknown[] =>
      db
        .prepare(query)
        .all()
        .map((r) => ({ ...r }))
    expect(all('SELECT 1 FROM queue_items UNION ALL SELECT 1 FROM sessions')).toEqual([])
    expect(all("SELECT 1 FROM meta WHERE key = 'webhook_token'")).toEqual([])
    expect(all('SELECT state FROM job_runs')).toEqual([{ state: 'skipped' }])
    expect(all('SELECT fate, item_id FROM slots')).toEqual([{ fate: 'missed', item_id: null }])
    expect(all('SELECT trusted FROM events')).toEqual([{ trusted: 0 }])
    expect(all('SELECT config FROM threads')).toEqual([{ config: null }])
  })
})
