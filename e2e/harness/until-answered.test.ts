import { expect, it } from 'vitest'
import { untilAnswered } from './until-answered.ts'

const LOST = 'electronApplication.evaluate: Resulting promise was garbage collected.'

it('an answer that was lost three times in a row is asked for once more, and another error is passed on', async () => {
  const errors = [LOST, LOST, LOST]
  const ask = untilAnswered(async (word: string) => {
    const lost = errors.shift()
    if (lost !== undefined) throw new Error(lost)
    return word
  })
  expect(await ask('answer')).toBe('answer')
  errors.push(LOST, 'Target closed')
  await expect(ask('answer')).rejects.toThrow('Target closed')
})
