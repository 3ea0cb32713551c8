import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { openHost } from '../../electron/host/host.ts'
import type { JobId, ThreadId } from '../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { root } from '../machine/machine.mjs'

export const cli = path.join(root, 'dist/cli.cjs')

export interface Fleet {
  readonly folder: string
  readonly thread: ThreadId
  readonly jobs: { readonly every: JobId; readonly cron: JobId }
  readonly env: Record<string, string>
}

/** One thread that beats each minute, and one with a job each minute by the interval and one by cron. */
export async function fleet(env: Record<string, string>): Promise<Fleet> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'threadbeat-freeze-')))
  const opened = await openHost({
    dataDir: path.join(folder, 'data'),
    notifier: { show: async () => ({ ok: true, value: null }) },
    shell: null,
    demo: false,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const client = createRouterClient(opened.value.router, { context: { origin: 'test' as const } })
  await client.settings.change({
    caps: [],
    outOfTheWay: false,
    noisyRuns: 1000,
    maxRuns: 8,
    maxHeartbeats: 7,
    quickLimitMs: HOUR,
    hourlyLimitMs: HOUR,
    dailyLimitMs: HOUR,
  })
  const ids: ThreadId[] = []
  for (const name of ['beats', 'jobs']) {
    execFileSync('git', ['init', '-q', path.join(folder, name)])
    const id = (await client.threads.add({ paths: [path.join(folder, name)], trust: false })).added[0]!.id
    await client.threads.setAgent({
      id,
      agent: { kind: 'command', argv: ['echo', 'HEARTBEAT_OK'], env: {} },
      confirmed: true,
    })
    await client.threads.change({ id, intervalMs: name === 'beats' ? MINUTE : 0 })
    await client.threads.trust({ id, on: true })
    ids.push(id)
  }
  const job = async (
    name: string,
    schedule: Parameters<typeof client.jobs.save>[0]['spec']['schedule'],
  ): Promise<JobId> => {
    const action = { kind: 'command' as const, argv: ['/bin/sh', '-c', `echo ${name} >> '${folder}/starts'`] }
    return (
      await client.jobs.save({
        threadId: ids[1]!,
        spec: { name, schedule, action, catchUp: 'once' },
        confirmed: true,
      })
    ).id
  }
  const jobs = {
    every: await job('every', { kind: 'every', everyMs: MINUTE, anchorAt: Date.now() + MINUTE }),
    cron: await job('cron', { kind: 'cron', expr: '* * * * *', timeZone: '' }),
  }
  await opened.value.stop('wait')
  writeFileSync(path.join(folder, 'starts'), '')
  return { folder, thread: ids[0]!, jobs, env }
}

/** The program itself, as a person starts it; returns how to stop and end it. */
export async function serve(
  { folder, env }: Fleet,
  more: Record<string, string> = {},
): Promise<{ signal(name: NodeJS.Signals): void; end(): Promise<void> }> {
  const child = spawn(process.execPath, [cli, '--data-dir', path.join(folder, 'data'), 'serve'], {
    env: { ...process.env, ...env, ...more, HOME: folder } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let out = ''
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.includes('runs without a window')) resolve()
    })
    void ended.then(() => reject(new Error(`serve ended: ${out}`)))
  })
  return {
    signal: (name) => void child.kill(name),
    async end() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
