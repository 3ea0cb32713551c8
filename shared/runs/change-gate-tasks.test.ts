import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkOf } from './check-id.ts'
import { changedSince, classesNeeded, classesOf, TASK_CLASSES } from './change-gate.ts'
import { parse } from '../playbook/doc.ts'
import { seedText } from '../playbook/templates/template.ts'
import { CONFLICTS, facts } from './testing/gate-facts.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
console.log(`gate of tasks seed: ${seed}`)

describe('what a task depends on', () => {
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
})
