import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach } from 'vitest'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { Fact } from '../../../../shared/hub/fact.ts'
import type { HubSession } from '../../../engine/ports/hub.ts'
import { initHub, invite, join } from '../administration.ts'
import type { Limits } from '../connection/link.ts'
import type { Membership } from '../membership.ts'
import { createPostgresHub } from '../postgres-hub.ts'
import { startPostgres, type Postgres } from './postgres.ts'

/** What must have gone well, or the test ends with what the fault says. */
export function value<T, E>(result: Result<T, E>): T {
  if (result.ok) return result.value
  throw new Error(JSON.stringify(result.error))
}

interface Member {
  readonly dataDir: string
  readonly membership: Membership
}

/** One server for a test file, with what its tests make; all of it is gone after them. */
export function useFleet(options: Parameters<typeof startPostgres>[0] = {}) {
  let server: Postgres | null = null
  let databases = 0
  const folders: string[] = []
  const sessions: HubSession[] = []

  const folder = (): string => {
    folders.push(mkdtempSync(path.join(tmpdir(), 'tb-hub-')))
    return folders.at(-1)!
  }
  const postgres = async (): Promise<Postgres> => (server ??= await startPostgres(options))
  const database = async (): Promise<string> => {
    const name = `hub_${++databases}`
    ;(await postgres()).sql('postgres', `create database ${name}`)
    return name
  }
  const connect = async (
    { membership }: Pick<Member, 'membership'>,
    more: { limits?: Limits; known?: number } = {},
  ): Promise<HubSession> => {
    const session = value(
      await createPostgresHub({ membership, ...more }).connect(new AbortController().signal),
    )
    sessions.push(session)
    return session
  }
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.close()
    for (const each of folders.splice(0)) rmSync(each, { recursive: true, force: true })
  })
  afterAll(async () => {
    await server?.remove()
  })
  return {
    postgres,
    database,
    folder,
    connect,
    admin: async (name: string) => ({ url: (await postgres()).adminUrl(name), ca: null }),
    /** A hub, and so many machines that have joined it: `a`, `b`, … */
    async hub(machines: number): Promise<{ readonly database: string; readonly members: readonly Member[] }> {
      const name = await database()
      const admin = { url: (await postgres()).adminUrl(name), ca: null }
      let { code } = value(await initHub(admin))
      const members: Member[] = []
      for (let n = 0; n < machines; n++) {
        const dataDir = folder()
        const is = { name: String.fromCharCode(97 + n), class: 'server', version: '1.0.0' } as const
        members.push({ dataDir, membership: value(await join(dataDir, code, is)) })
        code = value(await invite(dataDir)).code
      }
      return { database: name, members }
    },
  }
}

/** One of a machine’s facts; `seq` names it. */
export const fact = (seq: number, more: Partial<Fact> = {}): Fact => ({
  epoch: 'epo_1',
  seq,
  at: Date.UTC(2026, 10, 1) + seq,
  kind: 'outcome',
  thread: 'thr_1' as ThreadId,
  body: { seq },
  ...more,
})
