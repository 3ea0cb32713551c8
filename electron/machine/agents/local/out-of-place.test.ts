import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { fault } from '../../../../shared/base/faults.ts'
import { localSpec, never, quickTasks } from '../testing/specs.ts'
import { make, runner, TASK } from '../testing/local-run.ts'

const approved = (): boolean => true

describe('lines of a list', () => {
  it('are not run where another repository has come to stand at the path since the task before', async () => {
    const path = await make('no_remote')
    let asked = 0
    const exchanged = fault('repo.missing', 'another one stands there')
    const spec = localSpec(path, quickTasks('Run `touch one`', 'Run `touch two`', TASK.status), {
      approved,
      outOfPlace: () => Promise.resolve(asked++ < 1 ? null : exchanged),
    })
    const result = await runner.run(spec, never)
    expect([result.status, result.fault, result.tasks.length]).toEqual(['failed', exchanged, 1])
    expect([existsSync(join(path, 'one')), existsSync(join(path, 'two'))]).toEqual([true, false])
  })

  it('found by a user: of lines of mere words nothing is asked, and a silent disk is told as that', async () => {
    const path = await make('no_remote')
    const silent = fault('repo.no_answer', 'the disk has not answered')
    const words = Array.from({ length: 200 }, (_, i) => `Think about part ${i}`)
    const outOfPlace = vi.fn(() => Promise.resolve(silent))
    const look = (...texts: readonly string[]) =>
      runner.run(localSpec(path, quickTasks(...texts), { approved, outOfPlace }), never)
    const mere = await look(...words)
    expect([mere.status, mere.tasks.length, outOfPlace.mock.calls.length]).toEqual(['completed', 200, 0])
    expect(await look(...words, TASK.status)).toMatchObject({ status: 'failed', fault: silent })
  })
})
