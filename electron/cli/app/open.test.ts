import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ORPCError } from '@orpc/server'
import { commandsAndApp } from '../testing/in-process.ts'

const { cli, running, inputsOf, close, gone } = commandsAndApp('open-command')
const withWindow = (showWindow: () => unknown = () => null) => running({ 'shell.showWindow': showWindow })
afterEach(close)
afterAll(gone)

describe('open', () => {
  it.each([
    [[], undefined],
    [['2'], { link: 'threadbeat://thread/thr_2' }],
    [['we'], { link: 'threadbeat://thread/thr_3' }],
    [['run_0abc'], { link: 'threadbeat://run/run_0abc' }],
    [['threadbeat://queue'], { link: 'threadbeat://queue' }],
    [['threadbeat://beat?thread=3'], { link: 'threadbeat://beat?thread=3' }],
  ])('%j shows the window there', async (args, input) => {
    await withWindow()
    expect(await cli('open', ...args)).toMatchObject({ code: 0, err: '' })
    expect(inputsOf('shell.showWindow')).toEqual([input])
  })
  it.each([
    [['threadbeat://app/'], 2],
    [['run_../x'], 2],
    [['nobody'], 1],
  ])('%j is refused with exit code %s, and nothing is shown', async (args, code) => {
    await withWindow()
    expect((await cli('open', ...args)).code).toBe(code)
    expect(inputsOf('shell.showWindow')).toEqual([])
  })
  it('says that there is no window', async () => {
    await withWindow(() => {
      throw new ORPCError('UNAVAILABLE', { message: 'Threadbeat runs without a window here.' })
    })
    expect(await cli('open')).toMatchObject({
      code: 1,
      err: expect.stringContaining('without a window') as string,
    })
    await close()
    expect(await cli('open', '3')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Threadbeat is not running, so there is no window to show') as string,
    })
  })
})
