import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ORPCError } from '@orpc/server'
import { appUnderTest, snapshotWith, threadView } from '../testing/app.ts'
import { commandUnderTest } from '../testing/command.ts'

const command = commandUnderTest('open-command', { engine: false })
let app: Awaited<ReturnType<typeof appUnderTest>> | null = null
beforeAll(command.bundled, 60_000)
afterEach(async () => {
  await app?.close()
  app = null
})
afterAll(command.gone)

const running = async (showWindow: () => unknown = () => null): Promise<NonNullable<typeof app>> =>
  (app = await appUnderTest(command.dataDir, {
    snapshot: () => snapshotWith([threadView(3, 'api', '/src/api'), threadView(4, 'web', '/src/web')]),
    'shell.showWindow': showWindow,
  }))
const asked = (): unknown => app?.calls.filter((c) => c.method === 'shell.showWindow').map((c) => c.input)

describe('open', () => {
  it.each([
    [[], undefined],
    [['3'], { link: 'threadbeat://thread/thr_3' }],
    [['we'], { link: 'threadbeat://thread/thr_4' }],
    [['run_0abc'], { link: 'threadbeat://run/run_0abc' }],
    [['threadbeat://queue'], { link: 'threadbeat://queue' }],
    [['threadbeat://beat?thread=3'], { link: 'threadbeat://beat?thread=3' }],
  ])('%j shows the window there', async (args, input) => {
    await running()
    expect(await command.start(['open', ...args]).ended).toMatchObject({ code: 0, err: '' })
    expect(asked()).toEqual([input])
  })
  it.each([
    [['threadbeat://app/'], 2],
    [['run_../x'], 2],
    [['nobody'], 1],
  ])('%j is refused with exit code %s, and nothing is shown', async (args, code) => {
    await running()
    expect((await command.start(['open', ...args]).ended).code).toBe(code)
    expect(asked()).toEqual([])
  })
  it('says that there is no window', async () => {
    await running(() => {
      throw new ORPCError('UNAVAILABLE', { message: 'Threadbeat runs without a window here.' })
    })
    expect(await command.start(['open']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('without a window') as string,
    })
    await app?.close()
    expect(await command.start(['open', '3']).ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('Threadbeat is not running, so there is no window to show') as string,
    })
  })
})
