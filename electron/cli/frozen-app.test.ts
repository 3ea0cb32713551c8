import path from 'node:path'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRepository } from '../host/repositories.ts'
import { commandUnderTest } from './testing/command.ts'

/** The real `serve`, stopped by a signal: its socket takes connections and nobody answers. */
const { root, dataDir, bundled, start, gone } = commandUnderTest('frozen-app-test')

describe('an app that is stopped', () => {
  let serving: ReturnType<typeof start>
  beforeAll(async () => {
    await bundled()
    await makeRepository(path.join(root, 'repos'), 'api', 'clean')
    expect(await start(['add', path.join(root, 'repos', 'api'), '--trust']).ended).toMatchObject({ code: 0 })
    serving = start(['serve'])
    await serving.printed(/runs without a window/)
    serving.child.kill('SIGSTOP')
  })
  afterAll(gone)

  it('is said to be that by whatever needs it, and holds nobody up for ever', async () => {
    const ended = await Promise.all(
      [['status'], ['beat', 'api', '--wait'], ['doctor']].map((c) => start(c).ended),
    )
    const silent = /Threadbeat runs on DATA but has not answered for 10 s/
    // doctor has it in its report.
    const told = ended.map(({ code, out, err }) => [code, (err === '' ? out : err).replace(dataDir, 'DATA')])
    expect(told).toEqual(ended.map(() => [1, expect.stringMatching(silent)]))
  })

  it('takes no event away: it is kept, and there when the app goes on', async () => {
    expect(await start(['event', '2', 'the nightly build is red']).ended).toMatchObject({
      code: 0,
      out: 'Threadbeat does not answer; the event is kept for 2 and read as soon as it goes on.\n',
    })
    const inbox = path.join(dataDir, 'inbox')
    expect(readdirSync(inbox).filter((name) => name.endsWith('.json'))).toHaveLength(1)
    serving.child.kill('SIGCONT')
    await expect
      .poll(async () => (await start(['status']).ended).out, { timeout: 30_000, interval: 300 })
      .toContain('the nightly build is red')
  })
})
