import { describe, expect, it } from 'vitest'
import { playbookPrint } from './print.ts'
import { parse } from './doc.ts'
import { applyEdit, type HeartbeatEdit } from './edit/edit.ts'
import { randomFrom, randomText } from './testing/heartbeat-fuzz.ts'
import { HOUR } from '../base/time.ts'
import { TIERS } from '../schedule/tier.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
console.log(`print seed: ${seed}`)
const now = 1_000 * HOUR

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

  it.each([
    ['a box', '-[failed] x'],
    ['an item (found by random files)', '-\u2028x'],
    ['a numbered item', '1.\u00a0x'],
  ])('is not changed by a tick of a line that only begins as %s does', (_, line) => {
    const text = `## Hourly Tasks\n${line}\n`
    const key = parse(text).tasks[0]!.key
    expect(printOf(edited(text, { do: 'tick', key, on: true }))).toBe(printOf(text))
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
