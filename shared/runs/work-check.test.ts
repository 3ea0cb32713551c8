import { describe, expect, it } from 'vitest'
import { parse, serialize } from '../playbook/doc.ts'
import { applyEdit } from '../playbook/edit/edit.ts'
import { WORK_STATES } from '../playbook/work-queue.ts'
import { illegalWorkMoves, type MadeMove } from './work-check.ts'

const at = { at: Date.UTC(2026, 2, 10, 8), timeZone: 'UTC' }
const queue = (...items: readonly string[]) =>
  parse(`## Work Queue\n${items.map((i) => `- ${i}\n`).join('')}`)
/** The states that stand after the illegal moves were put back. */
function settled(
  before: readonly string[],
  after: readonly string[],
  byTool: readonly MadeMove[] = [],
  byOthers: readonly MadeMove[] = [],
): string {
  let doc = queue(...after)
  for (const edit of illegalWorkMoves(queue(...before), doc, byTool, byOthers, at)) {
    const applied = applyEdit(doc, edit)
    if (!applied.ok) throw new Error(applied.error.message)
    doc = applied.value
  }
  return doc.work.map((w) => w.state).join(' ')
}

describe('moves in the Work Queue made by hand', () => {
  it('of a person, or an agent’s own session, stand', () => {
    const moves = [{ id: 'a', to: 'in-progress' }] as const
    expect(settled(['[pending] a: x'], ['[in-progress] a: x'])).toBe('pending')
    expect(settled(['[pending] a: x'], ['[in-progress] a: x'], [], moves)).toBe('in-progress')
    expect(settled(['[pending] a: x'], ['[done] a: x'], [], moves)).toBe('done')
  })
  it('stand only where a claimed item is settled', () => {
    const stands = WORK_STATES.flatMap((from) =>
      WORK_STATES.filter((to) => to !== from && settled([`[${from}] a: x`], [`[${to}] a: x`]) === to).map(
        (to) => `${from} to ${to}`,
      ),
    )
    expect(stands).toEqual(['in-progress to done', 'in-progress to failed'])
  })

  it('are put back with a note, and no other line is touched', () => {
    const after = queue('[done] a: Rebuild', '[pending] b: Vacuum', '[done] c: Old')
    const edits = illegalWorkMoves(
      queue('[pending] a: Rebuild', '[pending] b: Vacuum', '[done] c: Old'),
      after,
      [],
      [],
      at,
    )
    const applied = applyEdit(after, edits[0]!)
    expect([edits.length, applied.ok && serialize(applied.value)]).toEqual([
      1,
      '## Work Queue\n- [pending] a: Rebuild\n  pending: 2026-03-10 08:00 +00:00 – put back: pending ' +
        'to done was not made through heartbeat_write\n- [pending] b: Vacuum\n- [done] c: Old\n',
    ])
  })

  it('are measured from where the tool has put an item', () => {
    const claimed = { id: 'a', to: 'in-progress' } as const
    expect(settled(['[pending] a: x'], ['[done] a: x'], [claimed, { id: 'a', to: 'done' }])).toBe('done')
    expect(settled(['[pending] a: x'], ['[done] a: x'], [claimed])).toBe('done') // settled by hand
    expect(settled(['[pending] a: x'], ['[pending] a: x'], [claimed, { id: 'a', to: 'failed' }])).toBe(
      'failed',
    )
    expect(settled(['[pending] a: x'], ['[done] a: x'], [{ id: 'b', to: 'done' }])).toBe('pending')
  })

  it('may try a failed item again at the price of an attempt', () => {
    const failed = '[failed] a: x\n  attempts left: 2'
    expect(settled([failed], ['[pending] a: x\n  attempts left: 1'])).toBe('pending')
    expect(settled([failed], ['[pending] a: x\n  attempts left: 2'])).toBe('failed')
    expect(settled(['[failed] a: x'], ['[pending] a: x\n  attempts left: 1'])).toBe('failed')
  })

  it('of items that are new: claimed by nobody is pending; a record of finished work stays', () => {
    expect(settled([], ['[in-progress] a: x', '[pending] b: x', '[done] c: x', '[failed] d: x'])).toBe(
      'pending pending done failed',
    )
  })

  it('leave a queue alone that cannot be read', () => {
    expect(illegalWorkMoves(queue('[pending] a: x'), queue('[done] a: x', 'what'), [], [], at)).toEqual([])
    expect(illegalWorkMoves(queue('[pending] a: x', 'what'), queue('[done] a: x'), [], [], at)).toEqual([])
    expect(illegalWorkMoves(queue('[pending] a: x'), queue(), [], [], at)).toEqual([])
  })
})

it('only the engine puts back: by anybody else the ordinary rules hold', () => {
  const doc = queue('[done] a: x')
  for (const by of ['agent', 'person'] as const)
    expect(applyEdit(doc, { do: 'moveWork', by, putBack: true, id: 'a', to: 'in-progress', ...at }).ok).toBe(
      false,
    )
})
