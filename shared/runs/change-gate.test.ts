import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkOf } from './check-id.ts'
import {
  changedSince,
  classesNeeded,
  classesOf,
  PROOF_EVERY_MS,
  STANDING_EVERY_MS,
  TASK_CLASSES,
  type GateFacts,
  type GateMark,
  type TaskClass,
} from './change-gate.ts'
import { playbookPrint } from '../playbook/print.ts'
import { parse } from '../playbook/doc.ts'
import { applyEdit, type HeartbeatEdit } from '../playbook/edit/edit.ts'
import { seedText } from '../playbook/templates/template.ts'
import { randomFrom, randomText } from '../playbook/testing/heartbeat-fuzz.ts'
import { TIERS, type Tier } from '../schedule/tier.ts'
import { HOUR, MINUTE } from '../base/time.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
console.log(`gate seed: ${seed}`)

const STATUS = { tier: 'quick', text: 'Run `git status`; report uncommitted or untracked files' } as const
const FETCH = { tier: 'hourly', text: 'Run `git fetch origin`; look for upstream changes' } as const
const CHECKS = {
  tier: 'hourly',
  text: 'Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests',
} as const
const CONFLICTS = { tier: 'hourly', text: 'Check for merge conflicts with `main`' } as const
const PRINTS: Record<TaskClass, string> = { tree: 't1', refs: 'r1', remote: 'm1', hosting: 'h1' }
const now = 1_000 * HOUR
const mark = (more: Partial<GateMark> = {}): GateMark => ({
  prints: PRINTS,
  playbook: 'p1',
  provenAt: now - 8 * MINUTE,
  quiet: true,
  ...more,
})
const facts = (more: Partial<GateFacts> = {}): GateFacts => ({
  tasks: [STATUS],
  tiers: ['quick'],
  marks: { quick: mark(), hourly: mark() },
  prints: PRINTS,
  playbook: 'p1',
  now,
  ...more,
})

describe('the change gate', () => {
  it.each([
    ['lets nothing start when nothing changed', facts(), null],
    ['looks where nothing was ever proved', facts({ marks: {} }), 'no proof for the quick tasks yet'],
    [
      'looks for a tier that was never proved, although a lower one was',
      facts({ tiers: ['quick', 'hourly'], marks: { quick: mark() } }),
      'no proof for the hourly tasks yet',
    ],
    [
      'looks when the tree changed',
      facts({ prints: { ...PRINTS, tree: 't2' } }),
      'the working tree or HEAD changed',
    ],
    ['is not woken by what its tasks do not depend on', facts({ prints: { tree: 't1' } }), null],
    [
      'looks when a class cannot be told now',
      facts({ tasks: [FETCH], tiers: ['hourly'], prints: { tree: 't1' } }),
      'the remote has changed',
    ],
    [
      'looks when a class could not be told then',
      facts({ tasks: [CHECKS], tiers: ['hourly'], marks: { hourly: mark({ prints: { tree: 't1' } }) } }),
      'pull requests, checks or issues changed',
    ],
    [
      'looks when it could be told neither then nor now',
      facts({ tasks: [CHECKS], tiers: ['hourly'], marks: { hourly: mark({ prints: {} }) }, prints: {} }),
      'pull requests, checks or issues changed',
    ],
    ['looks when the list changed', facts({ playbook: 'p2' }), 'HEARTBEAT.md changed'],
    [
      'always looks at a task it cannot classify',
      facts({ tasks: [{ tier: 'quick', text: 'Check that the CDN is warm' }] }),
      '"Check that the CDN is warm" is always looked at',
    ],
    [
      'does not ask for a tier that is not due',
      facts({ tasks: [STATUS, { tier: 'daily', text: 'Check that the CDN is warm' }] }),
      null,
    ],
    [
      'looks once a day, whatever it sees',
      facts({ marks: { quick: mark({ provenAt: now - PROOF_EVERY_MS, quiet: true }) } }),
      'the daily proof',
    ],
    [
      'saves a beat while an alert stands and nothing changed',
      facts({ marks: { quick: mark({ quiet: false }) } }),
      null,
    ],
    [
      'looks sooner again while an alert stands',
      facts({ marks: { quick: mark({ quiet: false, provenAt: now - STANDING_EVERY_MS }) } }),
      'an alert stands',
    ],
    [
      'trusts no proof of the future, after a clock was set back',
      facts({ marks: { quick: mark({ provenAt: now + 1, quiet: true }) } }),
      'the daily proof',
    ],
  ])('%s', (_, f, expected) => expect(changedSince(f)).toBe(expected))

  it('knows what the tasks of the template depend on', () => {
    const tasks = parse(
      seedText({
        defaultBranch: 'main',
        remote: 'origin',
        hasGh: true,
        threadName: 'x',
        masterNumber: 1,
        bare: false,
      }),
    ).tasks
    expect(tasks.filter((t) => classesOf(t.text) === null).map((t) => t.tier)).toEqual([
      'daily',
      'daily',
      'daily',
      'daily',
    ])
    expect(classesNeeded(tasks.filter((t) => t.tier === 'quick'))).toEqual(['tree'])
    expect(classesNeeded(tasks)).toEqual(TASK_CLASSES)
    expect(classesNeeded([CONFLICTS])).toEqual(['tree', 'refs', 'remote'])
    expect(classesNeeded([])).toEqual([])
  })

  it.each([
    'Look for new issues in Sentry',
    'Check issues in Jira',
    'Run `git status` and check the disk space of the server',
    'Check git status and that https://shop.example.com answers',
    'Check open issues and the error log in /var/log/app.log',
    'Check uncommitted changes in ../web as well',
    'PR status of acme/other-repo and the staging deploy',
  ])('always looks at "%s", which asks for more than the prints show', (text) =>
    expect(changedSince(facts({ tasks: [{ tier: 'quick', text }] }))).toBe(
      `"${text.slice(0, 60)}" is always looked at`,
    ),
  )

  it.each([
    'Run `git status`',
    'Run git status; report uncommitted or untracked files',
    'Check for merge conflicts with `main`',
    'Check CI on open pull requests',
  ])('saves a beat of "%s"', (text) =>
    expect(changedSince(facts({ tasks: [{ tier: 'quick', text }] }))).toBeNull(),
  )

  it('always looks at a task with details below it, which say more than its own line', () => {
    const doc = parse('## Quick Tasks\n- [ ] Run `git status`\n    and check the disk space of the server\n')
    expect(changedSince(facts({ tasks: doc.tasks }))).toBe('"Run `git status`" is always looked at')
    expect(classesNeeded(doc.tasks)).toEqual([])
  })

  it('always looks at a line of the template to which anything was added, and saves the line itself', () => {
    const names = {
      branch: ['main', 'trunk', 'release/2.0', 'dev-1', null],
      remote: ['origin', 'upstream', null],
    } as const
    const variants = names.branch.flatMap((defaultBranch) =>
      names.remote.flatMap((remote) =>
        [true, false].flatMap((hasGh) =>
          [true, false].map((bare) => ({
            defaultBranch,
            remote,
            hasGh,
            bare,
            threadName: 'x',
            masterNumber: 1,
          })),
        ),
      ),
    )
    const lines = new Map(
      variants.flatMap((v) => parse(seedText(v)).tasks).map((t) => [t.text, checkOf(t.text)]),
    )
    expect([...lines].filter(([, check]) => check === null)).toEqual([])
    const saved = [...lines.keys()].filter((text) => classesOf(text) !== null)
    expect(saved.length).toBeGreaterThan(12)
    const FOREIGN = [
      'check the disk space',
      'that https://shop.example.com answers',
      'in Sentry',
      'of acme/other-repo',
      'the staging deploy',
      'the error log in /var/log/app.log',
      'in ../web',
      'in `../web`',
      'run `df -h`',
      '`git stash`',
      '`git status && make`',
      'fix what fails',
      'delete them',
      'post it to #team',
      'unless it is Friday',
      'the CDN',
      'example.com',
      'no longer',
      'review open pull requests',
      'commit it',
      '500 of them',
      'as well',
      'for `api`',
      '~/notes.txt',
      'über alles',
      '漢字',
      '@somebody',
    ]
    const other = fc.constantFrom(...lines.keys())
    const glue = fc.constantFrom(' ', ', ', '; ', ' and ', '. ', ': ', ' (', ' – ', ', then ', ' and also ')
    fc.assert(
      fc.property(
        fc.constantFrom(...saved),
        glue,
        fc.oneof(fc.constantFrom(...FOREIGN), other),
        (line, by, more) => {
          // Two lines of one check (of two branches, with and without a part) may be one line.
          if (lines.has(more) && lines.get(more) === lines.get(line)) return
          expect(classesOf(`${line}${by}${more}`)).toBeNull()
        },
      ),
      { seed, numRuns: 3000 },
    )
  })

  it('never misses a change of anything that a due task depends on', () => {
    const task = fc.constantFrom(STATUS, FETCH, CHECKS, CONFLICTS, {
      tier: 'daily',
      text: 'Check PR status (open, draft, review requested)',
    } as const)
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.boolean(),
        fc.integer({ min: 0, max: 2 * PROOF_EVERY_MS }),
        (tasks, pick, vanishes, ageMs) => {
          const tiers: readonly Tier[] = TIERS.filter((t) => tasks.some((task) => task.tier === t))
          const marks = Object.fromEntries(
            tiers.map((t) => [t, mark({ provenAt: now - ageMs, quiet: true })]),
          )
          const same = facts({ tasks, tiers, marks })
          expect(changedSince(same) === null).toBe(ageMs < PROOF_EVERY_MS)
          const needed = classesNeeded(tasks)
          const planted = needed[pick % needed.length]!
          const { [planted]: _, ...rest } = PRINTS
          expect(
            changedSince({ ...same, prints: vanishes ? rest : { ...PRINTS, [planted]: 'other' } }),
          ).not.toBeNull()
        },
      ),
      { seed, numRuns: 2000 },
    )
  })
})

const LIST = `# Heartbeat

## Timestamps

- Last quick: (never)
- Last hourly: 2026-11-22 09:41 +01:00

## Urgent Flags

(none)

## Quick Tasks

- [ ] Run \`git status\`
- Look at the log
    for errors only

## Work Queue

- [pending] db-1: Rebuild the index

## Notes

- the staging server is slow on Mondays
`
const edited = (text: string, edit: HeartbeatEdit): string => {
  const result = applyEdit(parse(text), edit)
  if (!result.ok) throw new Error(result.error.message)
  return result.value.lines.join('')
}
const printOf = (text: string): string => playbookPrint(parse(text))

describe('the print of the list', () => {
  it.each<readonly [string, HeartbeatEdit]>([
    ['a tick', { do: 'tick', key: 'quick:run git status', on: true }],
    ['a tick on a task without a box', { do: 'tick', key: 'quick:look at the log', on: true }],
    ['unticking', { do: 'untickTier', tier: 'quick' }],
    ['a stamp', { do: 'stamp', tier: 'quick', at: now, timeZone: 'Asia/Kathmandu' }],
  ])('is not changed by %s', (_, edit) => expect(printOf(edited(LIST, edit))).toBe(printOf(LIST)))

  it.each<readonly [string, HeartbeatEdit]>([
    ['a new task', { do: 'addTask', tier: 'quick', text: 'Run `npm test`' }],
    ['a removed task', { do: 'removeTask', key: 'quick:run git status' }],
    ['a moved task', { do: 'moveTask', key: 'quick:run git status', to: 'daily' }],
    ['a reworded task', { do: 'rewordTask', key: 'quick:run git status', text: 'Run `git status -s`' }],
    ['a flag', { do: 'addFlag', text: 'main is red' }],
    ['a note', { do: 'appendNote', text: 'see #12' }],
    [
      'a work item that moved on',
      { do: 'moveWork', id: 'db-1', to: 'in-progress', by: 'agent', at: now, timeZone: 'UTC' },
    ],
  ])('is changed by %s', (_, edit) => expect(printOf(edited(LIST, edit))).not.toBe(printOf(LIST)))

  it.each([
    ['a changed detail of a task', LIST.replace('for errors only', 'for warnings too')],
    [
      'a ticked flag, which is no flag any more',
      edited(LIST, { do: 'addFlag', text: 'x' }).replace('- x', '- [x] x'),
    ],
    ['a removed note', LIST.replace('- the staging server is slow on Mondays\n', '')],
    ['a new work item', LIST.replace('## Notes', '- [pending] db-2: Drop the old one\n\n## Notes')],
    ['another case of a letter', LIST.replace('git status', 'git Status')],
    ['a task put in a comment', LIST.replace('- [ ] Run `git status`', '<!-- - [ ] Run `git status` -->')],
  ])('is changed by %s', (_, text) => expect(printOf(text)).not.toBe(printOf(LIST)))

  it('is short, and the same for other line endings', () => {
    expect(printOf(LIST)).toMatch(/^[0-9a-f]{16}$/)
    expect(printOf(LIST.replaceAll('\n', '\r\n'))).toBe(printOf(LIST))
  })

  it('of random files is never changed by the app’s own edits, and always by a new task, flag or note', () => {
    const random = randomFrom(seed)
    for (let i = 0; i < 3000; i++) {
      const doc = parse(randomText(random))
      const before = playbookPrint(doc)
      const tier = TIERS[Math.floor(random() * 3)]!
      const own: HeartbeatEdit[] = [
        { do: 'stamp', tier, at: Math.floor(random() * 4e12), timeZone: 'UTC' },
        { do: 'untickTier', tier },
        ...doc.tasks.slice(0, 3).map((t): HeartbeatEdit => ({ do: 'tick', key: t.key, on: random() < 0.5 })),
      ]
      for (const edit of own) {
        const after = applyEdit(doc, edit)
        if (after.ok && playbookPrint(after.value) !== before)
          expect.fail(
            `${JSON.stringify(edit)} changed the print; input ${i}: ${JSON.stringify(doc.lines.join(''))}`,
          )
      }
      for (const edit of [
        { do: 'addTask', tier, text: `task ${i}` },
        { do: 'addFlag', text: `flag ${i}` },
        { do: 'appendNote', text: `note ${i}` },
        ...doc.tasks.slice(0, 1).map((t) => ({ do: 'removeTask', key: t.key }) as const),
      ] satisfies HeartbeatEdit[]) {
        const after = applyEdit(doc, edit)
        if (after.ok && playbookPrint(after.value) === before)
          expect.fail(
            `${JSON.stringify(edit)} left the print as it was; input ${i}: ${JSON.stringify(doc.lines.join(''))}`,
          )
      }
    }
  })
})
