import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { commandsAndApp } from '../testing/in-process.ts'

const { dataDir, repo, threads, cli, running, inputOf, inputsOf, close, gone } = commandsAndApp('event-test')
const inbox = path.join(dataDir, 'inbox')
afterEach(async () => {
  vi.restoreAllMocks()
  await close()
  rmSync(inbox, { recursive: true, force: true })
})
afterAll(gone)

describe('threadbeat event', () => {
  const ticket = { state: 'queued', id: 'evt_1', wakes: true, recipient: 'prompt', hold: null }
  it('tells the running app, and says what came of it', async () => {
    await running({ 'events.add': () => ticket })
    expect(
      await cli('event', 'api', 'The', 'build', 'is green', '--wake', 'now', '--urgent', '--trusted'),
    ).toMatchObject({
      code: 0,
      out: 'Noted for 2 api: it stands in the next prompt, and a beat was asked for.\n',
    })
    expect(inputOf('events.add')).toMatchObject({
      to: 'thr_2',
      text: 'The build is green',
      source: 'cli',
      wake: 'now',
      urgent: true,
      trusted: true,
    })
    expect(JSON.parse((await cli('event', '3', 'x', '--json')).out)).toEqual({
      ...ticket,
      number: 3,
      name: 'web',
    })
  })
  it('says when it was told before, and when nobody takes it', async () => {
    const answers = [
      { ...ticket, state: 'folded', wakes: false },
      { ...ticket, state: 'off', id: null, wakes: false },
    ]
    await running({ 'events.add': () => answers.shift() })
    expect((await cli('event', 'api', 'x')).out).toBe('2 api has just that already; it is counted.\n')
    expect(await cli('event', 'api', 'x', '--source', 'hook')).toMatchObject({
      code: 0,
      out:
        'Not noted: git hook events are switched off for 2 api. Switch them on: threadbeat set source ' +
        'hook next --thread 2\n',
    })
  })
  it.each([
    [{ hold: 'paused' }, 'it stands in the next prompt, and a beat was asked for, which waits: paused.'],
    [
      { recipient: 'person' },
      'it goes to you, in the inbox, as there is no agent that would read it, and a beat was asked for.',
    ],
    [
      { recipient: 'nobody', wakes: false },
      'it is listed in its activity; there is no agent that would read it.',
    ],
  ])('promises no more than what will happen: %j', async (more, words) => {
    await running({ 'events.add': () => ({ ...ticket, ...more }) })
    expect((await cli('event', 'api', 'x')).out).toBe(`Noted for 2 api: ${words}\n`)
  })
  it('keeps it for an app that is not running, never as trusted', async () => {
    const ended = await cli('event', 'api', 'x', '--wake', 'now', '--trusted')
    expect(ended).toMatchObject({
      code: 0,
      out: 'Threadbeat is not running; the event is kept for api and read when it starts.\n',
      err: expect.stringContaining('--trusted does not count') as string,
    })
    await cli('event', '7', 'y')
    vi.spyOn(process, 'cwd').mockReturnValue(repo)
    await cli('event', '.', 'z')
    const kept = readdirSync(inbox)
      .map((name) => JSON.parse(readFileSync(path.join(inbox, name), 'utf8')) as { text: string })
      .sort((a, b) => a.text.localeCompare(b.text))
    expect(kept).toEqual([
      { to: 'api', text: 'x', wake: 'now', urgent: false, source: 'cli', trusted: false },
      { to: 7, text: 'y', wake: 'next', urgent: false, source: 'cli', trusted: false },
      { to: repo, text: 'z', wake: 'next', urgent: false, source: 'cli', trusted: false },
    ])
  })
  it('of a hook in another worktree goes to the thread of the folder where git ran', async () => {
    await running({ 'events.add': () => ticket })
    vi.spyOn(process, 'cwd').mockReturnValue(threads[1].repoPath)
    await cli('event', '2', 'git hook post-commit', '--source', 'hook')
    await cli('event', '2', 'said by hand')
    vi.spyOn(process, 'cwd').mockReturnValue('/r/no-thread')
    await cli('event', '2', 'git hook post-commit', '--source', 'hook')
    expect(inputsOf('events.add')).toMatchObject([{ to: 'thr_3' }, { to: 'thr_2' }, { to: 'thr_2' }])
  })
  it('of a hook keeps the folder where git ran for an app that is not running', async () => {
    vi.spyOn(process, 'cwd').mockReturnValue(repo)
    await cli('event', '2', 'git hook post-commit', '--source', 'hook')
    const [name] = readdirSync(inbox)
    expect(JSON.parse(readFileSync(path.join(inbox, name!), 'utf8'))).toMatchObject({ to: 2, folder: repo })
  })
  it('an urgent one asks for a beat, and one that gets none says so', async () => {
    await running({ 'events.add': () => ({ ...ticket, wakes: false }) })
    expect((await cli('event', 'api', 'down', '--urgent')).out).toBe(
      'Noted for 2 api: it stands in the next prompt. ' +
        'No beat was asked for: command line events do not wake api.\n',
    )
    expect(inputOf('events.add')).toMatchObject({ wake: 'now', urgent: true })
  })
  it('refuses what is empty or too long, and drops nothing', async () => {
    expect(await cli('event', 'api', '  ')).toMatchObject({
      code: 2,
      err: expect.stringContaining('must not be empty') as string,
    })
    expect(await cli('event', 'api', 'x'.repeat(4001))).toMatchObject({
      code: 2,
      err: expect.stringContaining('4000 characters, got 4001') as string,
    })
    expect(existsSync(inbox)).toBe(false)
  })
})
