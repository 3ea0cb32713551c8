import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandsAndHost } from '../testing/host.ts'

const fleet = commandsAndHost('approve-job-test')
const { cli, json } = fleet
beforeAll(() => fleet.withFleet(), 60_000)
afterAll(() => fleet.gone())

type JobRuns = readonly { readonly state: string; readonly summary: string | null }[]
/** How the last start of the job ended. */
async function ranNow(job = 'j1'): Promise<JobRuns[number]> {
  expect(await cli('job', 'run', job)).toMatchObject({ code: 0 })
  const last = async () => (await json<JobRuns>('job', 'runs', job))[0]!
  await expect.poll(async () => (await last()).state, { timeout: 60_000 }).not.toMatch(/waiting|running/)
  return last()
}

it('the script of a job that changed after it was confirmed is not run before it is approved again', async () => {
  const script = path.join(fleet.repos, 'api', 'x.sh')
  const ran = path.join(fleet.root, 'ran')
  writeFileSync(script, 'echo one\n')
  const add = ['job', 'add', 'api', 'j1', '--every', '6h', '--command']
  const refused = await cli(...add, '--', 'sh', 'x.sh')
  expect(refused.out).toMatch(/arguments: \["sh","x\.sh"\][^]*x\.sh:1[^]*\| echo one/)
  expect(await cli(...add, '--yes', '--', 'sh', 'x.sh')).toMatchObject({ code: 0 })
  expect((await ranNow()).state).toBe('ok')
  expect((await cli('job', 'approve', 'j1')).out).toContain('It is approved as it is.')

  writeFileSync(script, `echo two\ntouch ${ran}\n`)
  expect(await ranNow()).toMatchObject({
    state: 'skipped',
    summary: 'Not started. Changed since its command was approved: x.sh.',
  })
  expect(existsSync(ran)).toBe(false)
  expect((await cli('job', 'list')).out).toContain('waits for approval')
  expect((await cli('inbox')).out).toMatch(
    /The job "j1" was not started\. Changed [^]*threadbeat job approve job_/,
  )
  const asked = await cli('job', 'approve', 'j1')
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was approved') as string })
  expect(asked.out).toMatch(/changed since it was approved[^]*- echo one[^]*\+ echo two/)
  expect((await cli('job', 'approve', 'j1', '--yes')).out).toContain('Approved. It starts at its next time.')
  expect((await ranNow()).state).toBe('ok')
  expect(existsSync(ran)).toBe(true)
  expect((await cli('inbox')).out).not.toContain('was not started')
})

it('found by users: the approval of a job is taken back, and it runs nothing before it is approved again', async () => {
  const ran = path.join(fleet.root, 'ran2')
  writeFileSync(path.join(fleet.repos, 'api', 'y.sh'), `touch ${ran}\n`)
  const add = ['job', 'add', 'api', 'j2', '--every', '6h', '--yes', '--command', '--', 'sh', 'y.sh']
  expect(await cli(...add)).toMatchObject({ code: 0 })
  expect((await cli('job', 'approve', 'j2')).out).toContain('It is approved as it is.')
  expect(await cli('job', 'approve', 'j2', '--revoke')).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      'The command of j2 is not approved any more: its next start asks again.',
    ) as string,
  })
  expect((await cli('job', 'show', 'j2')).out).toMatch(
    /Approval\s+not approved as it is now, its next start asks: threadbeat job approve job_/,
  )
  expect(await ranNow('j2')).toMatchObject({
    state: 'skipped',
    summary: 'Not started. Nobody has approved the files that its command runs: y.sh.',
  })
  expect(existsSync(ran)).toBe(false)
  expect((await cli('job', 'show', 'j2')).out).toContain('waits for yours: threadbeat job approve')
  expect(await cli('job', 'approve', 'j2', '--revoke')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has no approval that could be taken back') as string,
  })
  expect(await cli('job', 'approve', 'j2', '--yes')).toMatchObject({ code: 0 })
  expect((await ranNow('j2')).state).toBe('ok')
  expect(existsSync(ran)).toBe(true)
})

it('found by users: a job due once that was blocked starts with its approval, which says so', async () => {
  const script = path.join(fleet.repos, 'api', 'z.sh')
  const ran = path.join(fleet.root, 'ran3')
  writeFileSync(script, 'echo one\n')
  const time = new Date(Date.now() + 1500).toISOString()
  const add = ['job', 'add', 'api', 'j3', '--at', time, '--yes', '--command', '--', 'sh', 'z.sh']
  expect(await cli(...add)).toMatchObject({ code: 0 })
  writeFileSync(script, `echo two >> ${ran}\n`)
  const states = async () => (await json<JobRuns>('job', 'runs', 'j3')).map(({ state }) => state)
  await expect.poll(states, { timeout: 60_000 }).toEqual(['skipped'])
  const listed = async () => (await cli('job', 'list')).out.split('\n').find((line) => line.includes('j3'))
  expect(await listed()).toMatch(/waits for approval/)
  expect(await listed()).not.toMatch(/done/)
  expect((await cli('job', 'approve', 'j3', '--yes')).out).toContain('Approved. It starts now.')
  await expect.poll(states, { timeout: 60_000 }).toEqual(['ok', 'skipped'])
  expect((await cli('job', 'approve', 'j3', '--yes')).out).toContain('It is approved as it is.')
  expect(readFileSync(ran, 'utf8')).toBe('two\n')
})
