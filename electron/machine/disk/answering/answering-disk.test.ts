import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import { createAnsweringDisk } from './answering-disk.ts'

/** What has come is read first, which takes two turns. */
const PAST = 2
const never = (): Promise<never> => new Promise(() => undefined)
const BOUNDS = { answerMs: 10 * SECOND, stepMs: 60 * SECOND }
const byName = (path: string): string => path.split('/')[1]!
/** A disk of which some mounts do not answer. */
function disk(silent: ReadonlySet<string>) {
  const asked: string[] = []
  const probe = (path: string): Promise<unknown> => {
    asked.push(path)
    return silent.has(byName(path)) ? never() : Promise.resolve()
  }
  return { asked, ...createAnsweringDisk(probe, BOUNDS, byName, () => () => 0) }
}
const settled = async (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, Promise.resolve('open')])

describe('a step on a disk', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is done where the disk answers, whatever it answers', async () => {
    const { ask } = createAnsweringDisk(() => Promise.reject(new Error('ENOENT')), BOUNDS, byName)
    expect(await ask('/a/x', async () => ok('text'))).toEqual(ok('text'))
    const missing = err(fault('file.missing', 'there is none'))
    expect(await ask('/a/x', async () => missing)).toEqual(missing)
  })

  it('is not begun where it does not, with one question for all of a mount, and begun again once it does', async () => {
    const silent = new Set(['net'])
    const { ask, asked } = disk(silent)
    const begun: string[] = []
    const read = (path: string) =>
      ask(path, async () => {
        begun.push(path)
        return ok(null)
      })
    const reads = Promise.all(Array.from({ length: 30 }, (_, n) => read(`/net/${n}`)))
    expect(await read('/home/x')).toEqual(ok(null))
    await vi.advanceTimersByTimeAsync(10 * SECOND + PAST)
    for (const answer of await reads)
      expect(answer).toMatchObject({ ok: false, error: { code: 'repo.no_answer' } })
    const another = read('/net/99')
    await vi.advanceTimersByTimeAsync(PAST)
    expect(await another).toEqual(err(fault('repo.no_answer', '/net/99 has not answered for 10 s')))
    expect([asked, begun]).toEqual([['/net/0', '/home/x'], ['/home/x']])
  })

  it('is asked once for steps on one path that follow each other, and again a moment later', async () => {
    const silent = new Set<string>()
    const { ask, asked } = disk(silent)
    for (let n = 0; n < 20; n++) expect(await ask('/a/x', async () => ok(n))).toEqual(ok(n))
    expect(asked).toEqual(['/a/x'])
    expect(await ask('/a/y', async () => ok('another folder')), 'it may be another disk').toMatchObject({
      ok: true,
    })
    expect(asked).toEqual(['/a/x', '/a/y'])
    silent.add('a')
    await vi.advanceTimersByTimeAsync(100)
    const lost = ask('/a/x', async () => ok('never'))
    await vi.advanceTimersByTimeAsync(10 * SECOND + PAST)
    expect(await lost).toMatchObject({ error: { code: 'repo.no_answer' } })
    expect(asked).toEqual(['/a/x', '/a/y', '/a/x'])
  })

  it('asks for the mounts as they are only while a question is open, and a silent one that just came holds up nobody else', async () => {
    const exact: string[] = []
    let isMounted = false
    const probe = (path: string): Promise<unknown> =>
      path.startsWith('/mnt/x/') ? never() : Promise.resolve()
    const { ask } = createAnsweringDisk(probe, BOUNDS, (path, isExact) => {
      if (isExact) exact.push(path)
      return isExact && isMounted && path.startsWith('/mnt/x/') ? '/mnt/x' : '/'
    })
    for (const path of ['/a', '/b', '/c']) expect(await ask(path, async () => ok(path))).toEqual(ok(path))
    expect(exact).toEqual([])
    await vi.advanceTimersByTimeAsync(100) // or the first of them would not be asked again
    isMounted = true // which the table of a second ago does not tell
    const lost = ask('/mnt/x/1', async () => ok(1))
    expect(await ask('/a', async () => ok('a'))).toEqual(ok('a'))
    const alsoLost = ask('/mnt/x/2', async () => ok(2))
    await vi.advanceTimersByTimeAsync(10 * SECOND + PAST)
    for (const answer of [await lost, await alsoLost])
      expect(answer).toMatchObject({ ok: false, error: { code: 'repo.no_answer' } })
    expect(await ask('/b', async () => ok('b'))).toEqual(ok('b'))
    expect(exact.slice(0, 2)).toEqual(['/mnt/x/1', '/a'])
  })

  it('that does not come back is left, and nothing begins on that path until it does', async () => {
    const { ask } = disk(new Set())
    let comeBack: () => void = () => undefined
    const hanging = ask(
      '/a/x',
      () => new Promise<Result<null, Fault>>((resolve) => (comeBack = () => resolve(ok(null)))),
    )
    await vi.advanceTimersByTimeAsync(60 * SECOND + PAST)
    expect(await hanging).toMatchObject({ error: { code: 'repo.slow' } })
    const refused = ask('/a/x', async () => ok('again'))
    expect(await refused).toMatchObject({ error: { code: 'repo.slow' } })
    expect(await ask('/a/y', async () => ok('another'))).toEqual(ok('another'))
    comeBack()
    await vi.advanceTimersByTimeAsync(0)
    expect(await ask('/a/x', async () => ok('again'))).toEqual(ok('again'))
  })

  it('of a mount that answers late goes on as if nothing had been', async () => {
    let answer: () => void = () => undefined
    const { ask } = createAnsweringDisk(
      () => new Promise<void>((resolve) => (answer = resolve)),
      BOUNDS,
      byName,
    )
    const slow = ask('/a/x', async () => ok(1))
    await vi.advanceTimersByTimeAsync(9 * SECOND)
    expect(await settled(slow)).toBe('open')
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(await slow).toEqual(ok(1))
  })
})

describe('a process that is busy itself', () => {
  it('found by a user: takes no disk for silent that has answered meanwhile', async () => {
    const { silence } = createAnsweringDisk(stat, { answerMs: 20, stepMs: 1000 })
    const asked = silence(tmpdir())
    const until = performance.now() + 60
    while (performance.now() < until); // nothing else of this process has a turn
    expect(await asked).toBe(null)
  })

  describe('with a step that takes long', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())
    const slowStep = async (share: number, mount = '/a/x', takesMs = 200 * SECOND) => {
      let answers = true
      const probe = (): Promise<unknown> => (answers ? Promise.resolve() : never())
      const { ask } = createAnsweringDisk(probe, BOUNDS, byName, () => () => share)
      let over: (text: Result<string, Fault>) => void = () => undefined
      setTimeout(() => over(ok('done')), takesMs)
      const slow = ask(mount, () => new Promise<Result<string, Fault>>((resolve) => (over = resolve)))
      await vi.advanceTimersByTimeAsync(SECOND)
      return { ask, slow, silent: () => (answers = false) }
    }

    it('found by a user: waits for it, and tells nothing of the disk', async () => {
      const { slow } = await slowStep(0.9)
      await vi.advanceTimersByTimeAsync(200 * SECOND)
      expect(await slow).toEqual(ok('done'))
    })

    it('waits no longer than five times as long as others', async () => {
      const { slow } = await slowStep(0.9, '/a/x', 3000 * SECOND)
      await vi.advanceTimersByTimeAsync(301 * SECOND)
      expect(await slow).toEqual(
        err(
          fault('repo.slow', 'something asked of /a/x has not come back for 5 min, though its disk answers'),
        ),
      )
    })

    it('found by a user: one that is at rest says that the disk answers, and begins nothing there until it is back', async () => {
      const { ask, slow } = await slowStep(0.1)
      await vi.advanceTimersByTimeAsync(60 * SECOND)
      const why = fault(
        'repo.slow',
        'something asked of /a/x has not come back for 1 min, though its disk answers',
      )
      expect(await slow).toEqual(err(why))
      expect(await ask('/a/x', async () => ok('more'))).toEqual(err(why))
      await vi.advanceTimersByTimeAsync(200 * SECOND)
      expect(await ask('/a/x', async () => ok('more'))).toEqual(ok('more'))
    })

    it('says that the disk is silent where it is', async () => {
      const { slow, silent } = await slowStep(0.9)
      silent()
      await vi.advanceTimersByTimeAsync(71 * SECOND)
      expect(await slow).toEqual(err(fault('repo.no_answer', '/a/x has not answered for 1 min')))
    })
  })
})

describe('calls that the system never comes back from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadbeat-silent-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // The other end of the pipe lets them come back, so that the process can end.
  afterAll(async () => {
    const end = await open(pipe, 'r+')
    await new Promise((resolve) => setTimeout(resolve, 0))
    await end.close()
    rmSync(folder, { recursive: true })
  })

  it('hold one thread of the process for each mount, and others read on', async () => {
    const silent = createAnsweringDisk(
      () => open(pipe, 'r'),
      { answerMs: 20, stepMs: 1000 },
      () => '/silent',
    )
    const lost = Array.from({ length: 40 }, (_, n) =>
      silent.ask(`/silent/${n}`, () => open(pipe, 'r').then(ok)),
    )
    expect((await Promise.all(lost)).every((answer) => !answer.ok)).toBe(true)
    // With the usual bounds: a busy machine may need longer than 20 ms to answer.
    const { ask } = createAnsweringDisk(stat)
    const read = await ask(folder, async () => ok((await stat(folder)).isDirectory()))
    expect(read).toEqual(ok(true))
  })
})
